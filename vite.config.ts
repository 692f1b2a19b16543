import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { compressAssets } from './scripts/compress-assets.ts';
import { inlineScripts } from './scripts/inline-scripts.ts';
import { recordCommit } from './scripts/record-commit.ts';
import { subsetFonts } from './scripts/subset-fonts.ts';

/**
 * React Router reloads the document when a page's code does not come, which without a connection
 * ends on the browser's error page. Its loader is replaced by ours; the build fails if it is no
 * longer found.
 */
function withOwnRouteModuleLoader(): Plugin {
  let isFound = false;
  return {
    name: 'with-own-route-module-loader',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: {
      filter: { id: /\/routeModules\.js$/ },
      handler(_, importer) {
        if (!importer?.includes('/node_modules/react-router/')) return;
        isFound = true;
        return path.resolve('app/load-route-module.ts');
      },
    },
    buildEnd() {
      if (!isFound) this.error('React Router no longer loads the code of routes as expected.');
    },
  };
}

/**
 * What the server's file does not hold: native code, what finds its own files beside itself,
 * and React, which chooses between its builds when it starts.
 */
const loadedAtStart = [
  ...['nodemailer', 'pg', 'pg-boss', 'pino', 'pino-pretty', 'sharp'],
  ...['react', 'react-dom', 'react-router'],
];

/**
 * One build makes both halves: the browser's files in build/client, and the whole
 * server with its pages in build/server/index.js. Its packages are part of that file: a start
 * that looks for thousands of modules takes more than twice as long.
 */
export default defineConfig(({ command }) => ({
  plugins: [
    withOwnRouteModuleLoader(),
    subsetFonts(),
    inlineScripts(),
    tailwindcss(),
    reactRouter(),
    compressAssets(),
    recordCommit(),
  ],
  // Small pictures may stand in the style sheet; fonts are to come when a text needs them.
  build: { assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined) },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            // Few files instead of many small ones: what every page needs, and no more, is loaded at once,
            // and the framework stays cached when the site changes.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler)\/|\/app\/load-route-module/,
                },
                {
                  name: 'site',
                  test: /\/app\/(?:ui\/(?:button|candle|dialog|link|page-header|skeleton|toast)|features\/(?:shell|theme)\/)|\/content\/site|lucide-react\/dist\/esm\/(?!icons)/,
                },
                {
                  // For a form that needs no script, without what the others are made of.
                  name: 'fields',
                  test: /\/app\/(?:ui\/field|features\/forms\/honeypot)/,
                },
                {
                  name: 'forms',
                  test: /node_modules\/(?:zod|@conform-to)\/|\/app\/features\/forms\//,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      ...(command === 'build' && { resolve: { noExternal: true, external: loadedAtStart } }),
      // Not minified: a stack names the functions. A map would cost the process 100 MB.
      build: { rollupOptions: { input: 'server/main.ts' }, target: 'node24' },
    },
  },
}));
