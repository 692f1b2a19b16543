import { testBehind } from './proxy-journeys.ts';

testBehind('caddy');
