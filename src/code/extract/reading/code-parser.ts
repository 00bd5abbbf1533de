// The parser, a separate file in the build: only extraction loads it.
export { parse, parseExpression } from '@babel/parser';
