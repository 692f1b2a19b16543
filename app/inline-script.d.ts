/** The text of a script; see scripts/inline-scripts.ts. */
declare module '*?inline-script' {
  const script: string;
  export default script;
}
