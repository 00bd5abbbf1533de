// The parser, in a file of its own in the build: only extraction loads it.
export { parse, parseExpression } from '@babel/parser';
