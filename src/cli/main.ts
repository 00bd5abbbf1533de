#!/usr/bin/env node
import { keepCompiledCode } from './compiled-code.js';
import { main } from './program.js';

keepCompiledCode();
void main(process.argv.slice(2));
