//! Every file format, one room each.
