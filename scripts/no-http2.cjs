// What undici takes for Node's module in builds without it. Its agents speak HTTP/2 only where
// `allowH2` asks for it, and loading the module takes 5 ms.
module.exports = { constants: {} };
