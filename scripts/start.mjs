// npm start: installs and builds what is missing, then runs the site.
import { build, install } from './prepare.mjs';
import { runNode } from './run-node.mjs';

install();
build();
runNode(
  [
    '--enable-source-maps',
    '--env-file-if-exists=.env',
    'build/server/index.js',
    ...process.argv.slice(2),
  ],
  { NODE_ENV: 'production' },
);
