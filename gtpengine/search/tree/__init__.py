"""Monte-Carlo tree search: a whole board as one region, or a region beside a coupon stack."""
