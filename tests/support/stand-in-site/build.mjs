// Builds the stand-in, as strangers might: what root runs on the machine is not to be changed by it.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

if (readFileSync('behaviour', 'utf8').trim() === 'is not built') throw new Error('A wrong word.');
mkdirSync('build/server', { recursive: true });
copyFileSync('site.mjs', 'build/server/index.js');
writeFileSync('build/commit', process.env.SITE_COMMIT);
writeFileSync('deploy/apply', '#!/bin/sh\nexit 1\n');
