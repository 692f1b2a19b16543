/**
 * Loads a module of app/document/, once however often it is asked for. React has no part in it: only the
 * server renders it. With `itemProp` React leaves it in its place, which may come long after the head
 * (server/http/waiting-page.ts).
 */
export const DocumentScript = ({ src }: { src: string }) =>
  import.meta.env.SSR ? <script type="module" async itemProp="script" src={src} /> : null;
