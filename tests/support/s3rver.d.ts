declare module '@20minutes/s3rver' {
  interface Options {
    address: string;
    port: number;
    silent: boolean;
    allowMismatchedSignatures: boolean;
    directory: string;
    configureBuckets: { name: string }[];
  }
  type Content = Buffer | import('node:stream').Readable;
  export default class S3rver {
    store: {
      /** Writes the file of an object. Returns its size and MD5. */
      putContent(file: string, content: Content): Promise<[size: number, md5: string]>;
    };
    constructor(options: Options);
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
