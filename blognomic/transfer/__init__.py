"""What goes into the site and out of it as a whole: game files, tables of proposals, backups; and the check of all."""
