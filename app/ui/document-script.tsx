/** Loads a module of app/document/, which runs once the document is read. React has no part in it. */
export const DocumentScript = ({ src }: { src: string }) =>
  import.meta.env.SSR ? <script type="module" src={src} /> : null;
