declare module 'fs-native-extensions' {
  /**
   * Tries to lock an open file without waiting. The lock belongs to the open file description (`fcntl` on Linux, `flock` on macOS).
   * @returns false if another open file description has the lock, even of this process
   * @throws NodeJS.ErrnoException if the file system has no locks
   */
  export function tryLock(file: number): boolean;
}
