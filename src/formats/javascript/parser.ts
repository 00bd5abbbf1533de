export { parse, parseExpression } from '@babel/parser';
