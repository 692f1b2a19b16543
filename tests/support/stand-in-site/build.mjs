// Builds the stand-in as if it were untrusted code, which must not be able to change anything that
// root runs.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

if (readFileSync('behaviour', 'utf8').trim() === 'is not built')
  throw new Error('The code has a syntax error.');
mkdirSync('build/server', { recursive: true });
copyFileSync('site.mjs', 'build/server/index.js');
writeFileSync('build/commit', process.env.SITE_COMMIT);
writeFileSync('deploy/apply', '#!/bin/sh\nexit 1\n');
