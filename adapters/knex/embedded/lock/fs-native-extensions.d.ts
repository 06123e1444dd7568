declare module 'fs-native-extensions' {
  /**
   * Locks an open file for this process without waiting: by `fcntl` for its open file description on Linux, by `flock` on macOS.
   * @returns false if another process has locked it
   * @throws NodeJS.ErrnoException if the file system has no locks
   */
  export function tryLock(file: number): boolean;
}
