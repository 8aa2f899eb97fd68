"""What the application and its helper must agree on, said once. Pure values: no I/O, standard
library only. The helper remains the judge of whatever reaches it."""
