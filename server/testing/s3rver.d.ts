/** What our tests use of it; the package brings no types. */
declare module 's3rver' {
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    configureBuckets(): Promise<void>;
    callback(): import('node:http').RequestListener;
  }
}
