export { S3Bucket, type S3Limits } from './s3-bucket.js';
export type { S3Access } from './s3-requests.js';
