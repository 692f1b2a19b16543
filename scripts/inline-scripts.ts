import { build, type Plugin } from 'vite';
import { buildTarget } from './client-code/supported-browsers.ts';

const query = '?inline-script';

/**
 * Brings a module as the text of a script that stands in documents, with what it imports, as short
 * as can be: `import script from './greet.ts?inline-script'`. The browser has it from its document,
 * so the client build gets an empty text.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    load: {
      filter: { id: /\?inline-script$/ },
      async handler(id) {
        const entry = id.slice(0, -query.length);
        this.addWatchFile(entry);
        const isClient = this.environment.name === 'client';
        return `export default ${JSON.stringify(isClient ? '' : await bundle(entry))}`;
      },
    },
  };
}

/** Returns a module, with what it imports, as one script. */
export async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: buildTarget,
      modulePreload: false,
      rollupOptions: {
        input: entry,
        output: { format: 'iife' },
        // What a module brings along for React is of no use to a script.
        treeshake: { moduleSideEffects: false },
      },
    },
  });
  const [result] = Array.isArray(built) ? built : [built];
  const chunk = result && 'output' in result ? result.output[0] : undefined;
  if (!chunk) throw new Error(`${entry} makes no script.`);
  return chunk.code.trim();
}
