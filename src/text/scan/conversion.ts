/** A printf conversion without an argument number, which takes the next argument. */
export const CONVERSION = /^%[-+ #0\d.*,'(^]*(?:hh|ll|[hlqLzjtTvVw]|I(?:32|64)?)?[A-Za-z@]$/;
