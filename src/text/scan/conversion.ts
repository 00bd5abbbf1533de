/** A conversion of printf without the number of its argument: it takes the next one. */
export const CONVERSION = /^%[-+ #0\d.*,'(^]*(?:hh|ll|[hlqLzjtTvVw]|I(?:32|64)?)?[A-Za-z@]$/;
