declare module 'rijndael-js' {
  /** Rijndael with a selectable block size. AES fixes the block size at 128 bits. */
  class Rijndael {
    constructor(key: Uint8Array | string, mode: 'ecb' | 'cbc');
    /** @param blockSize in bits */
    encrypt(plaintext: Uint8Array | string, blockSize: number, iv?: Uint8Array | string): Uint8Array;
    decrypt(ciphertext: Uint8Array | string, blockSize: number, iv?: Uint8Array | string): Uint8Array;
  }
  export = Rijndael;
}
