"""Calling: from what a program passes to a public function to the request of a verb (`rosetta.verbs`)."""
