import { parentPort, workerData } from 'node:worker_threads';
import { compareSync } from 'bcryptjs';
import { verify } from 'unixcrypt';

interface Comparison {
  readonly password: string;
  readonly hash: string;
}

const { password, hash } = workerData as Comparison;
parentPort?.postMessage(hash.startsWith('$2') ? compareSync(password, hash) : verify(password, hash));
