declare module 'rijndael-js' {
  /** Rijndael with a block size of its own, which AES does not have. */
  class Rijndael {
    constructor(key: Uint8Array | string, mode: 'ecb' | 'cbc');
    /** @param blockSize in bits */
    encrypt(plaintext: Uint8Array | string, blockSize: number, iv?: Uint8Array | string): Uint8Array;
    decrypt(ciphertext: Uint8Array | string, blockSize: number, iv?: Uint8Array | string): Uint8Array;
  }
  export = Rijndael;
}
