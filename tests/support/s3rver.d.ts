declare module 's3rver' {
  interface Options {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string; configs: string[] }[];
  }
  interface StoredObject {
    bucket: string;
    key: string;
    content: Buffer | import('node:stream').Readable;
    metadata: object;
  }
  /** Where it keeps its objects; a file each, with another one for what is said of it. */
  export interface Store {
    putObject(object: StoredObject): Promise<{ size: number; md5: string }>;
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>;
    getResourcePath(bucket: string, key: string, resource: 'object'): string;
  }
  export default class S3rver {
    store: Store;
    constructor(options: Options);
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
