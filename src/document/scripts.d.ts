/** The text of a script for the inside of documents, and its hash; see tools/document-scripts.ts. */
declare module '*?inline-script' {
  const script: { source: string; hash: string };
  export default script;
}

/** The URL of a script that a document loads; see tools/document-scripts.ts. */
declare module '*?script' {
  const url: string;
  export default url;
}
