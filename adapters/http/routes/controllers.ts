import type { Application } from '../../../application/index.js';
import type { Controller } from '../api-request.js';
import { noFacts, type ServiceFacts } from './admin/state.js';
import { addressesController } from './controllers/addresses.js';
import { adminController } from './controllers/admin.js';
import { changesController } from './controllers/changes.js';
import { kindsController } from './controllers/kinds.js';
import { mapController } from './controllers/map.js';
import { overviewController } from './controllers/overview.js';
import { prefixController } from './controllers/prefix.js';
import { searchController } from './controllers/search.js';
import { sectionsController } from './controllers/sections.js';
import { subnetsController } from './controllers/subnets.js';
import { userController } from './controllers/user.js';
import { devicesController } from './kinds/devices.js';
import { l2domainsController } from './kinds/l2domains.js';
import { toolsController } from './kinds/tools.js';
import { vlansController } from './kinds/vlans.js';
import { vrfsController } from './kinds/vrfs.js';

/** Every controller of the interface. */
export const controllersOf = (application: Application, facts: ServiceFacts = noFacts): Controller[] => [
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
  overviewController(application),
  mapController(application),
  kindsController(application),
  adminController(application, facts),
];
