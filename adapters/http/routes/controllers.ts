import type { Application } from '../../../application/index.js';
import type { Controller } from '../api-request.js';
import { addressesController } from './addresses.js';
import { devicesController } from './devices.js';
import { l2domainsController } from './l2domains.js';
import { prefixController } from './prefix.js';
import { searchController } from './search.js';
import { sectionsController } from './sections.js';
import { subnetsController } from './subnets.js';
import { toolsController } from './tools.js';
import { userController } from './user.js';
import { vlansController } from './vlans.js';
import { vrfsController } from './vrfs.js';

/** Every controller of the interface. */
export const controllersOf = (application: Application): Controller[] => [
  userController(application),
  sectionsController(application),
  subnetsController(application),
  addressesController(application),
  vlansController(application),
  l2domainsController(application),
  vrfsController(application),
  devicesController(application),
  toolsController(application),
  prefixController(application),
  searchController(application),
];
