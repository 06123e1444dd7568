import type { Application } from '../../../application/index.js';
import type { Controller } from '../api-request.js';
import { addressesController } from './controllers/addresses.js';
import { changesController } from './controllers/changes.js';
import { devicesController } from './controllers/devices.js';
import { l2domainsController } from './controllers/l2domains.js';
import { prefixController } from './controllers/prefix.js';
import { searchController } from './controllers/search.js';
import { sectionsController } from './controllers/sections.js';
import { subnetsController } from './controllers/subnets.js';
import { toolsController } from './controllers/tools.js';
import { userController } from './controllers/user.js';
import { vlansController } from './controllers/vlans.js';
import { vrfsController } from './controllers/vrfs.js';

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
  changesController(application),
];
