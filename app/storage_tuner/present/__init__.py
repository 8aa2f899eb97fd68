"""What is said to a person, once: values become blocks, which the window, the terminal and the
reports render. No Qt, no file formats."""
