"""What people read: values in words and JSON, pictures of thermographs and game trees."""
