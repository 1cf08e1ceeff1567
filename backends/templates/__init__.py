"""How an encoding, written for one row, is stamped over all rows of its shape; which encodings there are, how large."""
