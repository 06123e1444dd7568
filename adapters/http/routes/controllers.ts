import type { Application } from '../../../application/index.js';
import type { Controller } from '../api-request.js';
import { addressesController } from './addresses.js';
import { sectionsController } from './sections.js';
import { subnetsController } from './subnets.js';
import { userController } from './user.js';

/** Every controller of the interface. */
export const controllersOf = (application: Application): Controller[] => [
  userController(application),
  sectionsController(application),
  subnetsController(application),
  addressesController(application),
];
