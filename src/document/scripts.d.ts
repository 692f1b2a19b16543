/** A script to inline into documents, and its hash; see tools/document-scripts.ts. */
declare module '*?inline-script' {
  const script: { source: string; hash: string };
  export default script;
}

/** The URL of a script that documents load; see tools/document-scripts.ts. */
declare module '*?script' {
  const url: string;
  export default url;
}
