import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { buildTarget } from './client-code/supported-browsers.ts';

/** A page takes from a topic's index.ts only the modules that it uses. */
export const treeshake: Rolldown.TreeshakingOptions = {
  moduleSideEffects: [{ test: /\/index\.ts$|\/rules\//, sideEffects: false }],
};

/** Lists the file of the build that contains each script. The server's build reads it. */
const scriptFiles = path.resolve('build/document-scripts.json');

/**
 * Scripts for documents without a framework. `import url from './banner.ts?script'` adds the
 * module as an entry of the client build and returns its URL. `import script from
 * './head.ts?inline-script'` returns the whole script as text, with its hash for the security
 * policy. Only the server renders scripts, so the client build leaves them out.
 */
export function documentScripts(): Plugin[] {
  const scripts = new Set<string>();
  return [
    {
      name: 'document-scripts',
      // Vite's manifest does not list scripts that share a file.
      async writeBundle(_, bundle) {
        if (this.environment.name !== 'client') return;
        const files = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk'
            ? file.moduleIds
                .filter((id) => scripts.has(id))
                .map((id) => [path.relative(process.cwd(), id), file.fileName])
            : [],
        );
        await writeFile(scriptFiles, JSON.stringify(Object.fromEntries(files)));
      },
      resolveId: {
        filter: { id: /^document-script:/ },
        handler: (id) => id,
      },
      load: {
        filter: { id: /\?script$/ },
        async handler(id) {
          const file = toFile(id);
          const name = path.relative(process.cwd(), file);
          const { config, name: environment } = this.environment;
          if (config.command === 'serve') return toModule(`/@id/document-script:${name}`);
          if (environment !== 'client') return toModule(`/${await findBuiltFile(name)}`);
          scripts.add(file);
          this.emitFile({ type: 'chunk', id: file });
          return toModule('');
        },
      },
    },
    {
      name: 'document-scripts-in-development',
      apply: 'serve',
      load: {
        filter: { id: /^document-script:/ },
        // Components expect the hot update runtime, which the router only adds to pages that it
        // hydrates.
        handler: (id) =>
          `import 'virtual:react-router/inject-hmr-runtime';\nimport '/${id.slice(id.indexOf(':') + 1)}';`,
      },
    },
    {
      name: 'inline-scripts',
      load: {
        filter: { id: /\?inline-script$/ },
        async handler(id) {
          if (this.environment.name === 'client') return toModule(null);
          const file = toFile(id);
          this.addWatchFile(file);
          const source = await bundle(file);
          const digest = createHash('sha256').update(source).digest('base64');
          return toModule({ source, hash: `'sha256-${digest}'` });
        },
      },
    },
  ];
}

const toFile = (id: string) => id.slice(0, id.lastIndexOf('?'));
const toModule = (value: unknown) => `export default ${JSON.stringify(value)}`;

/** The client is built before the server. */
async function findBuiltFile(name: string): Promise<string> {
  const files: Record<string, string> = JSON.parse(await readFile(scriptFiles, 'utf8'));
  const file = files[name];
  if (!file) throw new Error(`The client build has no ${name}.`);
  return file;
}

/** Bundles a module and its imports into one script. */
export async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: buildTarget,
      modulePreload: false,
      rollupOptions: { input: entry, treeshake, output: { format: 'iife' } },
    },
  });
  const [result] = Array.isArray(built) ? built : [built];
  const chunk = result && 'output' in result ? result.output[0] : undefined;
  if (!chunk) throw new Error(`${entry} produced no script.`);
  return chunk.code.trim();
}
