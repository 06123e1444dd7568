import { codeOf, reasonOf } from './storage-error.js';

/** A file cannot be written. The message is one line for users. */
export class FileUnwritable extends Error {
  override readonly name = 'FileUnwritable';

  constructor(path: string, cause: unknown) {
    super(`${path} cannot be written: ${unwritable[codeOf(cause)] ?? reasonOf(cause)}`, { cause });
  }
}

const unwritable: Readonly<Record<string, string>> = {
  ENOENT: 'its directory does not exist',
  ENOTDIR: 'a part of the path is a file, not a directory',
  EEXIST: 'a file with this name already exists',
  EISDIR: 'it is a directory',
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota of this user is used up',
  EFBIG: 'the file would exceed the maximum size of files',
};
