import { AREAS, playScenarios } from '../support/scenario.js';

playScenarios(AREAS.filter((area) => area !== 'people'));
