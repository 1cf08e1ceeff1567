"""Pages of boards: booklets to print, and worksheets to play in a browser."""
