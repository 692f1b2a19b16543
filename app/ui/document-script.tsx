/**
 * Loads a module of app/document/, once however often it is asked for. React has no part in it: only the
 * server renders it.
 */
export const DocumentScript = ({ src }: { src: string }) =>
  import.meta.env.SSR ? <script type="module" async src={src} /> : null;
