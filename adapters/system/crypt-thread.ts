import { parentPort, workerData } from 'node:worker_threads';
import { compareSync } from 'bcryptjs';
import { verify } from 'unixcrypt';

const { password, hash } = workerData as { readonly password: string; readonly hash: string };
parentPort?.postMessage(hash.startsWith('$2') ? compareSync(password, hash) : verify(password, hash));
