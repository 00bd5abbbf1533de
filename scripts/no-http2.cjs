// Replaces Node's `http2` module for undici in builds. Undici's agents only use HTTP/2 with
// `allowH2`, and loading the module takes 5 ms.
module.exports = { constants: {} };
