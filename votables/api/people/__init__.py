"""Who plays, and what people say to each other where the docket or the frame has a say."""
