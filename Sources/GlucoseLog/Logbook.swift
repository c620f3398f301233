// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import GRDB
  internal import GRDBSQLite
#endif
