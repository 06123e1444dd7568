import type { Application } from '../../../application/index.js';
import type { CsvTables } from '../../../application/transfer/rows/table.js';
import type { Controller } from '../api-request.js';
import { accountController } from './account/routes.js';
import { addressesController } from './addresses/reads.js';
import { adminController } from './admin/controller.js';
import { noFacts, type ServiceFacts } from './admin/state.js';
import { changesController } from './changes.js';
import { keysController } from './keys.js';
import { devicesController, l2domainsController, vlansController, vrfsController } from './kinds/kind-controllers.js';
import { kindsController } from './kinds/list.js';
import { toolsController } from './kinds/tools.js';
import { mapController, overviewController } from './overview.js';
import { prefixController } from './prefix/routes.js';
import { rangesController } from './ranges.js';
import { reportsController } from './reports.js';
import { requestsController } from './requests.js';
import { importsController } from './rows/imports.js';
import { rowsController } from './rows/routes.js';
import { searchController } from './search.js';
import { sectionsController } from './sections/routes.js';
import { subnetsController } from './subnets/reads.js';
import { userController } from './user.js';
import { viewsController } from './views.js';

export const controllersOf = (application: Application, facts: ServiceFacts = noFacts, csv?: CsvTables): Controller[] => [
  userController(application),
  sectionsController(application),
  subnetsController(application),
  addressesController(application),
  vlansController(application),
  l2domainsController(application),
  vrfsController(application),
  devicesController(application),
  toolsController(application),
  rangesController(application),
  requestsController(application),
  prefixController(application),
  searchController(application),
  changesController(application),
  overviewController(application),
  mapController(application),
  reportsController(application),
  kindsController(application),
  rowsController(application, csv),
  importsController(application, csv),
  keysController(application),
  viewsController(application),
  accountController(application),
  adminController(application, facts),
];
