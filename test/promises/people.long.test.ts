import { playScenarios } from '../support/scenario.js';

// As many as all others together.
playScenarios(['people']);
