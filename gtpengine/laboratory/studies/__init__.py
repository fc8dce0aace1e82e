"""The experiments behind `gtpengine experiments`, one module each."""
