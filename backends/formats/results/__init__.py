"""What solver programs say of a file: answers read strictly, an error rather than a guess."""
