/** What was sent and answered in a test, by operation: made by test/http/openapi/examples.test.ts. */
export const recordedExamples: Readonly<Record<string, { readonly body?: unknown; readonly answer?: unknown }>> =
  {
 "getSections": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "name": "Open",
     "description": null,
     "masterSection": "0",
     "permissions": "{\"3\":\"3\"}",
     "strictMode": "1",
     "subnetOrdering": null,
     "order": null,
     "editDate": null,
     "showSubnet": "1",
     "showVLAN": "0",
     "showVRF": "0",
     "showSupernetOnly": "0",
     "DNS": null
    },
    {
     "id": "2",
     "name": "Target",
     "description": null,
     "masterSection": "0",
     "permissions": "{\"3\":\"3\"}",
     "strictMode": "1",
     "subnetOrdering": null,
     "order": null,
     "editDate": null,
     "showSubnet": "1",
     "showVLAN": "0",
     "showVRF": "0",
     "showSupernetOnly": "0",
     "DNS": null
    }
   ],
   "time": 0.004
  }
 },
 "getSectionsBySectionSubnetsAddresses": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "4",
     "subnet": "0.0.0.0",
     "mask": null,
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "0",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "0",
     "showName": "0",
     "device": "0",
     "permissions": "{\"3\":\"3\"}",
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "0",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "1",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": "1",
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": null,
     "custom_customer_address_type": null,
     "csid": "external"
    },
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "1",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "1",
     "showName": "0",
     "device": "1",
     "permissions": "{\"3\":\"3\"}",
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "1",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": "1",
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external",
     "nameservers": {
      "id": "1",
      "name": "ns 1",
      "namesrv1": "10.0.0.53",
      "description": null,
      "permissions": null,
      "editDate": null
     },
     "usage": {
      "Used": "0",
      "Reserved": "0",
      "tag 1": "1",
      "tag 1_percent": 0.39,
      "used": "1",
      "Used_percent": 0,
      "Reserved_percent": 0,
      "freehosts": "253",
      "freehosts_percent": 99.61,
      "maxhosts": "254"
     },
     "addresses": [
      {
       "id": "2",
       "subnetId": "3",
       "ip": "10.2.0.10",
       "is_gateway": "0",
       "description": "described",
       "hostname": "host-2",
       "mac": "00:11:22:33:44:55",
       "owner": null,
       "tag": "5",
       "deviceId": "1",
       "location": "1",
       "port": null,
       "note": null,
       "lastSeen": "1970-01-01 00:00:01",
       "excludePing": "0",
       "PTRignore": "0",
       "PTR": "0",
       "firewallAddressObject": null,
       "editDate": null,
       "customer_id": "1",
       "csid": "external",
       "custom_link": "link"
      }
     ]
    }
   ],
   "time": 0.004
  }
 },
 "getSectionsBySectionSubnets": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "4",
     "subnet": "0.0.0.0",
     "mask": null,
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "0",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "0",
     "showName": "0",
     "device": "0",
     "permissions": "{\"3\":\"3\"}",
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "0",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "1",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": "1",
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": null,
     "custom_customer_address_type": null,
     "csid": "external"
    },
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "1",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "1",
     "showName": "0",
     "device": "1",
     "permissions": "{\"3\":\"3\"}",
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "1",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": "1",
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external",
     "nameservers": {
      "id": "1",
      "name": "ns 1",
      "namesrv1": "10.0.0.53",
      "description": null,
      "permissions": null,
      "editDate": null
     },
     "usage": {
      "Used": "0",
      "Reserved": "0",
      "tag 1": "1",
      "tag 1_percent": 0.39,
      "used": "1",
      "Used_percent": 0,
      "Reserved_percent": 0,
      "freehosts": "253",
      "freehosts_percent": 99.61,
      "maxhosts": "254"
     }
    }
   ],
   "time": 0.004
  }
 },
 "getSectionsBySectionChangelog": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "user": "Hexipam",
     "action": "add",
     "result": "success",
     "date": "2024-03-01 12:00:00",
     "diff": [
      "name: NULL => Target",
      "permissions: NULL => {\"3\":\"3\"}",
      "strictMode: NULL => 1",
      "showSubnet: NULL => 1"
     ]
    }
   ],
   "time": 0.004
  }
 },
 "getSectionsBySection": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "2",
    "name": "Target",
    "description": null,
    "masterSection": "0",
    "permissions": "{\"3\":\"3\"}",
    "strictMode": "1",
    "subnetOrdering": null,
    "order": null,
    "editDate": null,
    "showSubnet": "1",
    "showVLAN": "0",
    "showVRF": "0",
    "showSupernetOnly": "0",
    "DNS": null
   },
   "time": 0.004
  }
 },
 "postSectionsEnsure": {
  "body": {
   "name": "Child",
   "masterSection": 2
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "Section created",
   "id": 3,
   "data": "created",
   "time": 0.004
  }
 },
 "postSections": {
  "body": {
   "name": "Child",
   "masterSection": 2
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "Section created",
   "id": 3,
   "time": 0.004
  }
 },
 "patchSectionsBySection": {
  "body": {
   "description": "changed"
  },
  "answer": {
   "code": 200,
   "success": true,
   "time": 0.004
  }
 },
 "patchSections": {
  "body": {
   "id": 2,
   "description": "changed"
  },
  "answer": {
   "code": 200,
   "success": true,
   "time": 0.004
  }
 },
 "deleteSectionsBySection": {
  "answer": {
   "code": 200,
   "success": true,
   "time": 0.004
  }
 },
 "getSubnets": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "subnet": "10.1.0.0",
     "mask": "24",
     "sectionId": "1",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "0",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "0",
     "showName": "0",
     "device": "0",
     "permissions": [
      {
       "group_id": "3",
       "permission": "3",
       "name": "Guests",
       "desc": "default Guest group (viewers)",
       "members": [
        {
         "username": "guest"
        },
        {
         "username": "operator"
        }
       ]
      }
     ],
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "0",
     "scanAgent": "1",
     "customer_id": null,
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": [],
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": null,
     "custom_customer_address_type": null,
     "csid": "external"
    },
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "1",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "1",
     "showName": "0",
     "device": "1",
     "permissions": [
      {
       "group_id": "3",
       "permission": "3",
       "name": "Guests",
       "desc": "default Guest group (viewers)",
       "members": [
        {
         "username": "guest"
        },
        {
         "username": "operator"
        }
       ]
      }
     ],
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "1",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": {
      "id": "1",
      "name": "location 1",
      "description": null,
      "address": null,
      "lat": null,
      "long": null
     },
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external",
     "nameservers": {
      "id": "1",
      "name": "ns 1",
      "namesrv1": "10.0.0.53",
      "description": null,
      "permissions": null,
      "editDate": null
     }
    }
   ],
   "time": 0.004
  }
 },
 "getSubnetsAll": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "subnet": "10.1.0.0",
     "mask": "24",
     "sectionId": "1",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "0",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "0",
     "showName": "0",
     "device": "0",
     "permissions": [
      {
       "group_id": "3",
       "permission": "3",
       "name": "Guests",
       "desc": "default Guest group (viewers)",
       "members": [
        {
         "username": "guest"
        },
        {
         "username": "operator"
        }
       ]
      }
     ],
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "0",
     "scanAgent": "1",
     "customer_id": null,
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": [],
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": null,
     "custom_customer_address_type": null,
     "csid": "external"
    },
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "1",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "1",
     "showName": "0",
     "device": "1",
     "permissions": [
      {
       "group_id": "3",
       "permission": "3",
       "name": "Guests",
       "desc": "default Guest group (viewers)",
       "members": [
        {
         "username": "guest"
        },
        {
         "username": "operator"
        }
       ]
      }
     ],
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "1",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": {
      "id": "1",
      "name": "location 1",
      "description": null,
      "address": null,
      "lat": null,
      "long": null
     },
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external",
     "nameservers": {
      "id": "1",
      "name": "ns 1",
      "namesrv1": "10.0.0.53",
      "description": null,
      "permissions": null,
      "editDate": null
     }
    }
   ],
   "time": 0.004
  }
 },
 "getSubnetsCustomFields": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "custom_customer_type": {
     "name": "custom_customer_type",
     "type": "varchar(32)",
     "Comment": "",
     "Null": "YES",
     "Default": null
    },
    "custom_customer_address_type": {
     "name": "custom_customer_address_type",
     "type": "varchar(32)",
     "Comment": "",
     "Null": "YES",
     "Default": null
    },
    "csid": {
     "name": "csid",
     "type": "varchar(32)",
     "Comment": "",
     "Null": "YES",
     "Default": null
    }
   },
   "time": 0.004
  }
 },
 "getSubnetsCidrBySubnetByMask": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "1",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "1",
     "showName": "0",
     "device": "1",
     "permissions": "{\"3\":\"3\"}",
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "1",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": "1",
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external"
    }
   ],
   "time": 0.004
  }
 },
 "getSubnetsSearchBySubnetByMask": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "1",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "1",
     "showName": "0",
     "device": "1",
     "permissions": "{\"3\":\"3\"}",
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "1",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": "1",
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external"
    }
   ],
   "time": 0.004
  }
 },
 "getSubnetsOverlappingBySubnetByMask": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "1",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "1",
     "showName": "0",
     "device": "1",
     "permissions": "{\"3\":\"3\"}",
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "1",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": "1",
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external"
    }
   ],
   "time": 0.004
  }
 },
 "getSubnetsContainingByIp": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "1",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "1",
     "showName": "0",
     "device": "1",
     "permissions": "{\"3\":\"3\"}",
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "1",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": "1",
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external"
    }
   ],
   "time": 0.004
  }
 },
 "getSubnetsByIdUsage": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "Used": "0",
    "Reserved": "0",
    "tag 1": "1",
    "tag 1_percent": 0.39,
    "used": "1",
    "Used_percent": 0,
    "Reserved_percent": 0,
    "freehosts": "253",
    "freehosts_percent": 99.61,
    "maxhosts": "254"
   },
   "time": 0.004
  }
 },
 "getSubnetsByIdChangelog": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "user": "Hexipam",
     "action": "permissions",
     "result": "success",
     "date": "2024-03-01 12:00:00",
     "diff": []
    },
    {
     "user": "Hexipam",
     "action": "add",
     "result": "success",
     "date": "2024-03-01 12:00:00",
     "diff": [
      "prefix: NULL => 10.2.0.0/24",
      "sectionId: NULL => 2",
      "description: NULL => described",
      "vrfId: NULL => 1",
      "vlanId: NULL => 1",
      "device: NULL => 1",
      "permissions: NULL => {\"3\":\"3\"}",
      "nameserverId: NULL => 1",
      "scanAgent: NULL => 1",
      "customer_id: NULL => 1",
      "tag: NULL => 2",
      "threshold: NULL => 0",
      "location: NULL => 1",
      "custom_customer_type: NULL => target-type",
      "custom_customer_address_type: NULL => target-type",
      "csid: NULL => external"
     ]
    }
   ],
   "time": 0.004
  }
 },
 "getSubnetsByIdSlavesRecursive": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "1",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "1",
     "showName": "0",
     "device": "1",
     "permissions": "{\"3\":\"3\"}",
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "1",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": "1",
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external",
     "nameservers": {
      "id": "1",
      "name": "ns 1",
      "namesrv1": "10.0.0.53",
      "description": null,
      "permissions": null,
      "editDate": null
     },
     "calculation": {
      "Type": "IPv4",
      "IP address": "/",
      "Network": "10.2.0.0",
      "Broadcast": "10.2.0.255",
      "Subnet bitmask": "24",
      "Subnet netmask": "255.255.255.0",
      "Subnet wildcard": "0.0.0.255",
      "Min host IP": "10.2.0.1",
      "Max host IP": "10.2.0.254",
      "Number of hosts": "254",
      "Subnet Class": "private A"
     }
    }
   ],
   "time": 0.004
  }
 },
 "getSubnetsByIdAddresses": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "2",
     "subnetId": "3",
     "ip": "10.2.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-2",
     "mac": "00:11:22:33:44:55",
     "owner": null,
     "tag": "5",
     "deviceId": "1",
     "location": "1",
     "port": null,
     "note": null,
     "lastSeen": "1970-01-01 00:00:01",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": null,
     "editDate": null,
     "customer_id": "1",
     "csid": "external",
     "custom_link": "link"
    }
   ],
   "time": 0.004
  }
 },
 "getSubnetsByIdAddressesByIp": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "2",
     "subnetId": "3",
     "ip": "10.2.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-2",
     "mac": "00:11:22:33:44:55",
     "owner": null,
     "tag": "5",
     "deviceId": "1",
     "location": "1",
     "port": null,
     "note": null,
     "lastSeen": "1970-01-01 00:00:01",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": null,
     "editDate": null,
     "customer_id": "1",
     "csid": "external",
     "custom_link": "link"
    }
   ],
   "time": 0.004
  }
 },
 "getSubnetsByIdFirstFree": {
  "answer": {
   "code": 200,
   "success": true,
   "data": "10.2.0.1",
   "time": 0.004
  }
 },
 "getSubnetsByIdFirstSubnetByMask": {
  "answer": {
   "code": 200,
   "success": true,
   "data": "10.2.0.0/28",
   "time": 0.004
  }
 },
 "getSubnetsByIdLastSubnetByMask": {
  "answer": {
   "code": 200,
   "success": true,
   "data": "10.2.0.240/28",
   "time": 0.004
  }
 },
 "getSubnetsByIdAllSubnetsByMask": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    "10.2.0.0/28",
    "10.2.0.16/28"
   ],
   "time": 0.004
  }
 },
 "getSubnetsById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "3",
    "subnet": "10.2.0.0",
    "mask": "24",
    "sectionId": "2",
    "description": "described",
    "linked_subnet": null,
    "firewallAddressObject": null,
    "vrfId": "1",
    "masterSubnetId": "0",
    "allowRequests": "0",
    "vlanId": "1",
    "showName": "0",
    "device": "1",
    "permissions": "{\"3\":\"3\"}",
    "pingSubnet": "0",
    "discoverSubnet": "0",
    "resolveDNS": "0",
    "DNSrecursive": "0",
    "DNSrecords": "0",
    "nameserverId": "1",
    "scanAgent": "1",
    "customer_id": "1",
    "isFolder": "0",
    "isFull": "0",
    "isPool": "0",
    "tag": "2",
    "threshold": "0",
    "location": "1",
    "editDate": "2024-03-01 12:00:00",
    "lastScan": null,
    "lastDiscovery": null,
    "custom_customer_type": "target-type",
    "custom_customer_address_type": "target-type",
    "csid": "external",
    "nameservers": {
     "id": "1",
     "name": "ns 1",
     "namesrv1": "10.0.0.53",
     "description": null,
     "permissions": null,
     "editDate": null
    },
    "calculation": {
     "Type": "IPv4",
     "IP address": "/",
     "Network": "10.2.0.0",
     "Broadcast": "10.2.0.255",
     "Subnet bitmask": "24",
     "Subnet netmask": "255.255.255.0",
     "Subnet wildcard": "0.0.0.255",
     "Min host IP": "10.2.0.1",
     "Max host IP": "10.2.0.254",
     "Number of hosts": "254",
     "Subnet Class": "private A"
    }
   },
   "time": 0.004
  }
 },
 "postSubnetsByIdFirstSubnetByMask": {
  "answer": {
   "code": 201,
   "success": true,
   "message": "Subnet created",
   "id": 5,
   "data": "10.2.0.0/28",
   "time": 0.004
  }
 },
 "postSubnetsByIdLastSubnetByMask": {
  "answer": {
   "code": 201,
   "success": true,
   "message": "Subnet created",
   "id": 5,
   "data": "10.2.0.240/28",
   "time": 0.004
  }
 },
 "postSubnetsBulk": {
  "body": {
   "atomic": 1,
   "items": [
    {
     "action": "change",
     "id": 3,
     "description": "changed"
    }
   ]
  },
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "status": "200",
     "id": "3",
     "message": "Subnet updated"
    }
   ],
   "time": 0.004
  }
 },
 "postSubnetsEnsure": {
  "body": {
   "sectionId": 2,
   "subnet": "10.2.8.0",
   "mask": 24
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "Subnet created",
   "id": 5,
   "data": "created",
   "time": 0.004
  }
 },
 "postSubnets": {
  "body": {
   "sectionId": 2,
   "subnet": "10.2.8.0",
   "mask": 24
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "Subnet created",
   "id": 5,
   "data": "10.2.8.0/24",
   "time": 0.004
  }
 },
 "patchSubnetsByIdResize": {
  "body": {
   "mask": 25
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "Subnet resized",
   "time": 0.004
  }
 },
 "patchSubnetsByIdSplit": {
  "body": {
   "number": 2
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "Subnet split",
   "time": 0.004
  }
 },
 "patchSubnetsByIdPermissions": {
  "body": {
   "Guests": "rwa"
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "Subnet permissions updated",
   "data": {
    "Guests": "rwa"
   },
   "time": 0.004
  }
 },
 "patchSubnetsById": {
  "body": {
   "description": "changed"
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "Subnet updated",
   "time": 0.004
  }
 },
 "patchSubnets": {
  "body": {
   "id": 3,
   "description": "changed"
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "Subnet updated",
   "time": 0.004
  }
 },
 "deleteSubnetsByIdTruncate": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "Subnet truncated",
   "time": 0.004
  }
 },
 "deleteSubnetsByIdPermissions": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "Subnet permissions removed",
   "time": 0.004
  }
 },
 "deleteSubnetsById": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "Subnet deleted",
   "time": 0.004
  }
 },
 "deleteSubnets": {
  "body": {
   "filter": {
    "id": 3
   },
   "expect": 1
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "Subnet deleted",
   "time": 0.004
  }
 },
 "getAddresses": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "subnetId": "1",
     "ip": "10.1.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-1",
     "mac": "00:11:22:33:44:55",
     "owner": null,
     "tag": "2",
     "deviceId": null,
     "location": null,
     "port": null,
     "note": null,
     "lastSeen": "1970-01-01 00:00:01",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": null,
     "editDate": null,
     "customer_id": null,
     "csid": "external",
     "custom_link": "link"
    },
    {
     "id": "2",
     "subnetId": "3",
     "ip": "10.2.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-2",
     "mac": "00:11:22:33:44:55",
     "owner": null,
     "tag": "5",
     "deviceId": "1",
     "location": "1",
     "port": null,
     "note": null,
     "lastSeen": "1970-01-01 00:00:01",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": null,
     "editDate": null,
     "customer_id": "1",
     "csid": "external",
     "custom_link": "link"
    }
   ],
   "time": 0.004
  }
 },
 "getAddressesAll": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "subnetId": "1",
     "ip": "10.1.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-1",
     "mac": "00:11:22:33:44:55",
     "owner": null,
     "tag": "2",
     "deviceId": null,
     "location": null,
     "port": null,
     "note": null,
     "lastSeen": "1970-01-01 00:00:01",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": null,
     "editDate": null,
     "customer_id": null,
     "csid": "external",
     "custom_link": "link"
    },
    {
     "id": "2",
     "subnetId": "3",
     "ip": "10.2.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-2",
     "mac": "00:11:22:33:44:55",
     "owner": null,
     "tag": "5",
     "deviceId": "1",
     "location": "1",
     "port": null,
     "note": null,
     "lastSeen": "1970-01-01 00:00:01",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": null,
     "editDate": null,
     "customer_id": "1",
     "csid": "external",
     "custom_link": "link"
    }
   ],
   "time": 0.004
  }
 },
 "getAddressesSearchByIp": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "2",
     "subnetId": "3",
     "ip": "10.2.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-2",
     "mac": "00:11:22:33:44:55",
     "owner": null,
     "tag": "5",
     "deviceId": "1",
     "location": "1",
     "port": null,
     "note": null,
     "lastSeen": "1970-01-01 00:00:01",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": null,
     "editDate": null,
     "customer_id": "1",
     "csid": "external",
     "custom_link": "link"
    }
   ],
   "time": 0.004
  }
 },
 "getAddressesSearchHostnameByHostname": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "2",
     "subnetId": "3",
     "ip": "10.2.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-2",
     "mac": "00:11:22:33:44:55",
     "owner": null,
     "tag": "5",
     "deviceId": "1",
     "location": "1",
     "port": null,
     "note": null,
     "lastSeen": "1970-01-01 00:00:01",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": null,
     "editDate": null,
     "customer_id": "1",
     "csid": "external",
     "custom_link": "link"
    }
   ],
   "time": 0.004
  }
 },
 "getAddressesSearchHostbaseByHostbase": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "subnetId": "1",
     "ip": "10.1.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-1",
     "mac": "00:11:22:33:44:55",
     "owner": null,
     "tag": "2",
     "deviceId": null,
     "location": null,
     "port": null,
     "note": null,
     "lastSeen": "1970-01-01 00:00:01",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": null,
     "editDate": null,
     "customer_id": null,
     "csid": "external",
     "custom_link": "link"
    },
    {
     "id": "2",
     "subnetId": "3",
     "ip": "10.2.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-2",
     "mac": "00:11:22:33:44:55",
     "owner": null,
     "tag": "5",
     "deviceId": "1",
     "location": "1",
     "port": null,
     "note": null,
     "lastSeen": "1970-01-01 00:00:01",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": null,
     "editDate": null,
     "customer_id": "1",
     "csid": "external",
     "custom_link": "link"
    }
   ],
   "time": 0.004
  }
 },
 "getAddressesSearchLinkedByValue": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "subnetId": "1",
     "ip": "10.1.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-1",
     "mac": "00:11:22:33:44:55",
     "owner": null,
     "tag": "2",
     "deviceId": null,
     "location": null,
     "port": null,
     "note": null,
     "lastSeen": "1970-01-01 00:00:01",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": null,
     "editDate": null,
     "customer_id": null,
     "csid": "external",
     "custom_link": "link"
    },
    {
     "id": "2",
     "subnetId": "3",
     "ip": "10.2.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-2",
     "mac": "00:11:22:33:44:55",
     "owner": null,
     "tag": "5",
     "deviceId": "1",
     "location": "1",
     "port": null,
     "note": null,
     "lastSeen": "1970-01-01 00:00:01",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": null,
     "editDate": null,
     "customer_id": "1",
     "csid": "external",
     "custom_link": "link"
    }
   ],
   "time": 0.004
  }
 },
 "getAddressesCustomFields": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "csid": {
     "name": "csid",
     "type": "varchar(32)",
     "Comment": "",
     "Null": "YES",
     "Default": null
    },
    "custom_link": {
     "name": "custom_link",
     "type": "varchar(32)",
     "Comment": "",
     "Null": "YES",
     "Default": null
    }
   },
   "time": 0.004
  }
 },
 "getAddressesFirstFreeBySubnetId": {
  "answer": {
   "code": 200,
   "success": true,
   "data": "10.2.0.1",
   "time": 0.004
  }
 },
 "getAddressesTags": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "type": "Offline",
     "showtag": "1",
     "bgcolor": "#f59c99",
     "fgcolor": "#ffffff",
     "compress": "No",
     "locked": "Yes",
     "updateTag": "1"
    },
    {
     "id": "2",
     "type": "Used",
     "showtag": "0",
     "bgcolor": "#a9c9a4",
     "fgcolor": "#ffffff",
     "compress": "No",
     "locked": "Yes",
     "updateTag": "1"
    }
   ],
   "time": 0.004
  }
 },
 "getAddressesTagsByIdAddresses": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "2",
     "subnetId": "3",
     "ip": "10.2.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-2",
     "mac": "00:11:22:33:44:55",
     "owner": null,
     "tag": "5",
     "deviceId": "1",
     "location": "1",
     "port": null,
     "note": null,
     "lastSeen": "1970-01-01 00:00:01",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": null,
     "editDate": null,
     "customer_id": "1",
     "csid": "external",
     "custom_link": "link"
    }
   ],
   "time": 0.004
  }
 },
 "getAddressesTagsById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "5",
    "type": "tag 1",
    "showtag": "1",
    "bgcolor": "#000",
    "fgcolor": "#fff",
    "compress": "No",
    "locked": "No",
    "updateTag": "0"
   },
   "time": 0.004
  }
 },
 "getAddressesByIdPing": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "scan_type": "fping",
    "exit_code": "0",
    "result_code": "SUCCESS",
    "message": "Address online"
   },
   "time": 0.004
  }
 },
 "getAddressesByIdChangelog": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "user": "Hexipam",
     "action": "add",
     "result": "success",
     "date": "2024-03-01 12:00:00",
     "diff": [
      "subnetId: NULL => 3",
      "ip: NULL => 10.2.0.10",
      "description: NULL => described",
      "hostname: NULL => host-2",
      "mac: NULL => 00:11:22:33:44:55",
      "tag: NULL => 5",
      "deviceId: NULL => 1",
      "location: NULL => 1",
      "lastSeen: NULL => 1970-01-01 00:00:01",
      "PTR: NULL => 0",
      "customer_id: NULL => 1",
      "csid: NULL => external",
      "custom_link: NULL => link"
     ]
    }
   ],
   "time": 0.004
  }
 },
 "getAddressesById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "2",
    "subnetId": "3",
    "ip": "10.2.0.10",
    "is_gateway": "0",
    "description": "described",
    "hostname": "host-2",
    "mac": "00:11:22:33:44:55",
    "owner": null,
    "tag": "5",
    "deviceId": "1",
    "location": "1",
    "port": null,
    "note": null,
    "lastSeen": "2024-03-01 12:00:00",
    "excludePing": "0",
    "PTRignore": "0",
    "PTR": "0",
    "firewallAddressObject": null,
    "editDate": null,
    "customer_id": "1",
    "csid": "external",
    "custom_link": "link"
   },
   "time": 0.004
  }
 },
 "getAddressesByIdBySubnetId": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "2",
    "subnetId": "3",
    "ip": "10.2.0.10",
    "is_gateway": "0",
    "description": "described",
    "hostname": "host-2",
    "mac": "00:11:22:33:44:55",
    "owner": null,
    "tag": "5",
    "deviceId": "1",
    "location": "1",
    "port": null,
    "note": null,
    "lastSeen": "2024-03-01 12:00:00",
    "excludePing": "0",
    "PTRignore": "0",
    "PTR": "0",
    "firewallAddressObject": null,
    "editDate": null,
    "customer_id": "1",
    "csid": "external",
    "custom_link": "link"
   },
   "time": 0.004
  }
 },
 "postAddressesFirstFreeBySubnetId": {
  "answer": {
   "code": 201,
   "success": true,
   "message": "Address created",
   "id": 3,
   "data": "10.2.0.1",
   "time": 0.004
  }
 },
 "postAddressesFirstFree": {
  "body": {
   "subnetId": 3
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "Address created",
   "id": 3,
   "data": "10.2.0.1",
   "time": 0.004
  }
 },
 "postAddressesBulk": {
  "body": {
   "atomic": 1,
   "items": [
    {
     "action": "create",
     "subnetId": 3,
     "ip": "10.2.0.21"
    }
   ]
  },
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "status": "201",
     "id": "3",
     "message": "Address created"
    }
   ],
   "time": 0.004
  }
 },
 "postAddressesEnsure": {
  "body": {
   "subnetId": 3,
   "ip": "10.2.0.20"
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "Address created",
   "id": 3,
   "data": "created",
   "time": 0.004
  }
 },
 "postAddresses": {
  "body": {
   "subnetId": 3,
   "ip": "10.2.0.20"
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "Address created",
   "id": 3,
   "time": 0.004
  }
 },
 "patchAddressesById": {
  "body": {
   "is_gateway": 1
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "Address updated",
   "time": 0.004
  }
 },
 "deleteAddressesById": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "Address deleted",
   "time": 0.004
  }
 },
 "deleteAddressesByIdBySubnetId": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "Address deleted",
   "time": 0.004
  }
 },
 "deleteAddresses": {
  "body": {
   "filter": {
    "id": 2
   },
   "expect": 1
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "Address deleted",
   "time": 0.004
  }
 },
 "getVlansSearchByNumber": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "domainId": "1",
     "name": "vlan 1",
     "number": "101",
     "description": null,
     "editDate": null,
     "customer_id": null,
     "custom_owner": null
    }
   ],
   "time": 0.004
  }
 },
 "getVlansByIdSearchByNumber": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "domainId": "1",
     "name": "vlan 1",
     "number": "101",
     "description": null,
     "editDate": null,
     "customer_id": null,
     "custom_owner": null
    }
   ],
   "time": 0.004
  }
 },
 "getVlansByIdCustomFields": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "custom_owner": {
     "name": "custom_owner",
     "type": "varchar(32)",
     "Comment": "",
     "Null": "YES",
     "Default": null
    }
   },
   "time": 0.004
  }
 },
 "getVlansByIdSubnets": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "1",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "1",
     "showName": "0",
     "device": "1",
     "permissions": "{\"3\":\"3\"}",
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "1",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": "1",
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external",
     "nameservers": {
      "id": "1",
      "name": "ns 1",
      "namesrv1": "10.0.0.53",
      "description": null,
      "permissions": null,
      "editDate": null
     }
    }
   ],
   "time": 0.004
  }
 },
 "getVlansByIdSubnetsBySection": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "1",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "1",
     "showName": "0",
     "device": "1",
     "permissions": "{\"3\":\"3\"}",
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "1",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": "1",
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external",
     "nameservers": {
      "id": "1",
      "name": "ns 1",
      "namesrv1": "10.0.0.53",
      "description": null,
      "permissions": null,
      "editDate": null
     }
    }
   ],
   "time": 0.004
  }
 },
 "getVlans": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "domainId": "1",
     "name": "vlan 1",
     "number": "101",
     "description": null,
     "editDate": null,
     "customer_id": null,
     "custom_owner": null
    },
    {
     "id": "2",
     "domainId": "1",
     "name": "vlan 2",
     "number": "102",
     "description": null,
     "editDate": null,
     "customer_id": null,
     "custom_owner": null
    }
   ],
   "time": 0.004
  }
 },
 "getVlansAll": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "domainId": "1",
     "name": "vlan 1",
     "number": "101",
     "description": null,
     "editDate": null,
     "customer_id": null,
     "custom_owner": null
    },
    {
     "id": "2",
     "domainId": "1",
     "name": "vlan 2",
     "number": "102",
     "description": null,
     "editDate": null,
     "customer_id": null,
     "custom_owner": null
    }
   ],
   "time": 0.004
  }
 },
 "getVlansCustomFields": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "custom_owner": {
     "name": "custom_owner",
     "type": "varchar(32)",
     "Comment": "",
     "Null": "YES",
     "Default": null
    }
   },
   "time": 0.004
  }
 },
 "getVlansById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "1",
    "domainId": "1",
    "name": "vlan 1",
    "number": "101",
    "description": null,
    "editDate": null,
    "customer_id": null,
    "custom_owner": null
   },
   "time": 0.004
  }
 },
 "postVlansEnsure": {
  "body": {
   "name": "vlan 3",
   "number": 103
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "Vlan created",
   "id": 3,
   "data": "created",
   "time": 0.004
  }
 },
 "postVlans": {
  "body": {
   "name": "vlan 3",
   "number": 103
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "Vlan created",
   "id": 3,
   "time": 0.004
  }
 },
 "patchVlansById": {
  "body": {
   "description": "changed"
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "Vlan updated",
   "time": 0.004
  }
 },
 "deleteVlansById": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "Vlan deleted",
   "time": 0.004
  }
 },
 "getL2domains": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "name": "default",
     "description": "default L2 domain",
     "sections": null,
     "number": null,
     "domainId": null
    },
    {
     "id": "2",
     "name": "domain 1",
     "description": null,
     "sections": null,
     "number": null,
     "domainId": null
    }
   ],
   "time": 0.004
  }
 },
 "getL2domainsAll": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "name": "default",
     "description": "default L2 domain",
     "sections": null,
     "number": null,
     "domainId": null
    },
    {
     "id": "2",
     "name": "domain 1",
     "description": null,
     "sections": null,
     "number": null,
     "domainId": null
    }
   ],
   "time": 0.004
  }
 },
 "getL2domainsById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "2",
    "name": "domain 1",
    "description": null,
    "sections": null,
    "number": null,
    "domainId": null
   },
   "time": 0.004
  }
 },
 "postL2domainsEnsure": {
  "body": {
   "name": "domain 3"
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "L2 domain created",
   "id": 4,
   "data": "created",
   "time": 0.004
  }
 },
 "postL2domains": {
  "body": {
   "name": "domain 3"
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "L2 domain created",
   "id": 4,
   "time": 0.004
  }
 },
 "patchL2domainsById": {
  "body": {
   "description": "changed"
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "L2 domain updated",
   "time": 0.004
  }
 },
 "deleteL2domainsById": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "L2 domain deleted and vlans migrated to default domain",
   "time": 0.004
  }
 },
 "getVrfs": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "name": "vrf 1",
     "rd": null,
     "description": null,
     "sections": null,
     "editDate": null,
     "customer_id": null
    },
    {
     "id": "2",
     "name": "vrf 2",
     "rd": null,
     "description": null,
     "sections": null,
     "editDate": null,
     "customer_id": null
    }
   ],
   "time": 0.004
  }
 },
 "getVrfsAll": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "name": "vrf 1",
     "rd": null,
     "description": null,
     "sections": null,
     "editDate": null,
     "customer_id": null
    },
    {
     "id": "2",
     "name": "vrf 2",
     "rd": null,
     "description": null,
     "sections": null,
     "editDate": null,
     "customer_id": null
    }
   ],
   "time": 0.004
  }
 },
 "getVrfsByIdSubnets": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "1",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "1",
     "showName": "0",
     "device": "1",
     "permissions": "{\"3\":\"3\"}",
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "1",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": "1",
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external",
     "nameservers": {
      "id": "1",
      "name": "ns 1",
      "namesrv1": "10.0.0.53",
      "description": null,
      "permissions": null,
      "editDate": null
     }
    }
   ],
   "time": 0.004
  }
 },
 "getVrfsById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "1",
    "name": "vrf 1",
    "rd": null,
    "description": null,
    "sections": null,
    "editDate": null,
    "customer_id": null
   },
   "time": 0.004
  }
 },
 "postVrfsEnsure": {
  "body": {
   "name": "vrf 3"
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "VRF created",
   "id": 3,
   "data": "created",
   "time": 0.004
  }
 },
 "postVrfs": {
  "body": {
   "name": "vrf 3"
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "VRF created",
   "id": 3,
   "time": 0.004
  }
 },
 "patchVrfsById": {
  "body": {
   "description": "changed"
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "VRF updated",
   "time": 0.004
  }
 },
 "deleteVrfsById": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "VRF deleted",
   "time": 0.004
  }
 },
 "getDevices": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "hostname": "device-1",
     "ip": null,
     "type": "0",
     "description": null,
     "sections": "1",
     "snmp_community": "community 1",
     "snmp_version": "0",
     "snmp_port": "161",
     "snmp_timeout": "1000",
     "snmp_queries": null,
     "snmp_v3_sec_level": "none",
     "snmp_v3_auth_protocol": "none",
     "snmp_v3_auth_pass": null,
     "snmp_v3_priv_protocol": "none",
     "snmp_v3_priv_pass": null,
     "snmp_v3_ctx_name": null,
     "snmp_v3_ctx_engine_id": null,
     "rack": null,
     "rack_start": null,
     "rack_size": null,
     "rack_deep": "0",
     "location": null,
     "editDate": null
    },
    {
     "id": "2",
     "hostname": "device-2",
     "ip": null,
     "type": "0",
     "description": null,
     "sections": "1",
     "snmp_community": "community 2",
     "snmp_version": "0",
     "snmp_port": "161",
     "snmp_timeout": "1000",
     "snmp_queries": null,
     "snmp_v3_sec_level": "none",
     "snmp_v3_auth_protocol": "none",
     "snmp_v3_auth_pass": null,
     "snmp_v3_priv_protocol": "none",
     "snmp_v3_priv_pass": null,
     "snmp_v3_ctx_name": null,
     "snmp_v3_ctx_engine_id": null,
     "rack": null,
     "rack_start": null,
     "rack_size": null,
     "rack_deep": "0",
     "location": null,
     "editDate": null
    }
   ],
   "time": 0.004
  }
 },
 "getDevicesAll": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "hostname": "device-1",
     "ip": null,
     "type": "0",
     "description": null,
     "sections": "1",
     "snmp_community": "community 1",
     "snmp_version": "0",
     "snmp_port": "161",
     "snmp_timeout": "1000",
     "snmp_queries": null,
     "snmp_v3_sec_level": "none",
     "snmp_v3_auth_protocol": "none",
     "snmp_v3_auth_pass": null,
     "snmp_v3_priv_protocol": "none",
     "snmp_v3_priv_pass": null,
     "snmp_v3_ctx_name": null,
     "snmp_v3_ctx_engine_id": null,
     "rack": null,
     "rack_start": null,
     "rack_size": null,
     "rack_deep": "0",
     "location": null,
     "editDate": null
    },
    {
     "id": "2",
     "hostname": "device-2",
     "ip": null,
     "type": "0",
     "description": null,
     "sections": "1",
     "snmp_community": "community 2",
     "snmp_version": "0",
     "snmp_port": "161",
     "snmp_timeout": "1000",
     "snmp_queries": null,
     "snmp_v3_sec_level": "none",
     "snmp_v3_auth_protocol": "none",
     "snmp_v3_auth_pass": null,
     "snmp_v3_priv_protocol": "none",
     "snmp_v3_priv_pass": null,
     "snmp_v3_ctx_name": null,
     "snmp_v3_ctx_engine_id": null,
     "rack": null,
     "rack_start": null,
     "rack_size": null,
     "rack_deep": "0",
     "location": null,
     "editDate": null
    }
   ],
   "time": 0.004
  }
 },
 "getDevicesByIdAddresses": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "2",
     "subnetId": "3",
     "ip": "10.2.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-2",
     "mac": "00:11:22:33:44:55",
     "owner": null,
     "tag": "5",
     "deviceId": "1",
     "location": "1",
     "port": null,
     "note": null,
     "lastSeen": "2024-03-01 12:00:00",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": null,
     "editDate": null,
     "customer_id": "1",
     "csid": "external",
     "custom_link": "link"
    }
   ],
   "time": 0.004
  }
 },
 "getDevicesByIdSubnets": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "1",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "1",
     "showName": "0",
     "device": "1",
     "permissions": "{\"3\":\"3\"}",
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "1",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": "1",
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external",
     "nameservers": {
      "id": "1",
      "name": "ns 1",
      "namesrv1": "10.0.0.53",
      "description": null,
      "permissions": null,
      "editDate": null
     }
    }
   ],
   "time": 0.004
  }
 },
 "getDevicesById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "1",
    "hostname": "device-1",
    "ip": null,
    "type": "0",
    "description": null,
    "sections": "1",
    "snmp_community": "community 1",
    "snmp_version": "0",
    "snmp_port": "161",
    "snmp_timeout": "1000",
    "snmp_queries": null,
    "snmp_v3_sec_level": "none",
    "snmp_v3_auth_protocol": "none",
    "snmp_v3_auth_pass": null,
    "snmp_v3_priv_protocol": "none",
    "snmp_v3_priv_pass": null,
    "snmp_v3_ctx_name": null,
    "snmp_v3_ctx_engine_id": null,
    "rack": null,
    "rack_start": null,
    "rack_size": null,
    "rack_deep": "0",
    "location": null,
    "editDate": null
   },
   "time": 0.004
  }
 },
 "postDevicesEnsure": {
  "body": {
   "hostname": "device-3",
   "sections": "1",
   "snmp_community": "community 3"
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "Device created",
   "id": 3,
   "data": "created",
   "time": 0.004
  }
 },
 "postDevices": {
  "body": {
   "hostname": "device-3",
   "sections": "1",
   "snmp_community": "community 3"
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "Device created",
   "id": 3,
   "time": 0.004
  }
 },
 "patchDevicesById": {
  "body": {
   "description": "changed"
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "Device updated",
   "time": 0.004
  }
 },
 "deleteDevicesById": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "Device deleted",
   "time": 0.004
  }
 },
 "getToolsNatByIdObjects": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "1",
    "name": "rule 1",
    "type": "source",
    "src": {
     "subnets": [
      "1"
     ]
    },
    "dst": null,
    "src_port": null,
    "dst_port": null,
    "device": null,
    "description": null,
    "policy": "No",
    "policy_dst": null
   },
   "time": 0.004
  }
 },
 "getToolsNatByIdObjectsFull": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "1",
    "name": "rule 1",
    "type": "source",
    "src": {
     "subnets": [
      {
       "id": "1",
       "subnet": "10.1.0.0",
       "mask": "24",
       "sectionId": "1",
       "description": "described",
       "linked_subnet": null,
       "firewallAddressObject": null,
       "vrfId": "0",
       "masterSubnetId": "0",
       "allowRequests": "0",
       "vlanId": "0",
       "showName": "0",
       "device": "0",
       "permissions": "{\"3\":\"3\"}",
       "pingSubnet": "0",
       "discoverSubnet": "0",
       "resolveDNS": "0",
       "DNSrecursive": "0",
       "DNSrecords": "0",
       "nameserverId": "0",
       "scanAgent": "1",
       "customer_id": null,
       "isFolder": "0",
       "isFull": "0",
       "isPool": "0",
       "tag": "2",
       "threshold": "0",
       "location": null,
       "editDate": "2024-03-01 12:00:00",
       "lastScan": null,
       "lastDiscovery": null,
       "custom_customer_type": null,
       "custom_customer_address_type": null,
       "csid": "external"
      }
     ]
    },
    "dst": null,
    "src_port": null,
    "dst_port": null,
    "device": null,
    "description": null,
    "policy": "No",
    "policy_dst": null
   },
   "time": 0.004
  }
 },
 "getToolsCustomers": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "title": "customer 1",
     "address": null,
     "postcode": null,
     "city": null,
     "tag": null,
     "lat": null,
     "long": null,
     "contact_person": null,
     "contact_phone": null,
     "contact_mail": null,
     "note": null,
     "status": "Active",
     "state": null
    },
    {
     "id": "2",
     "title": "customer 2",
     "address": null,
     "postcode": null,
     "city": null,
     "tag": null,
     "lat": null,
     "long": null,
     "contact_person": null,
     "contact_phone": null,
     "contact_mail": null,
     "note": null,
     "status": "Active",
     "state": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsCustomersAll": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "title": "customer 1",
     "address": null,
     "postcode": null,
     "city": null,
     "tag": null,
     "lat": null,
     "long": null,
     "contact_person": null,
     "contact_phone": null,
     "contact_mail": null,
     "note": null,
     "status": "Active",
     "state": null
    },
    {
     "id": "2",
     "title": "customer 2",
     "address": null,
     "postcode": null,
     "city": null,
     "tag": null,
     "lat": null,
     "long": null,
     "contact_person": null,
     "contact_phone": null,
     "contact_mail": null,
     "note": null,
     "status": "Active",
     "state": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsCustomersById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "1",
    "title": "customer 1",
    "address": null,
    "postcode": null,
    "city": null,
    "tag": null,
    "lat": null,
    "long": null,
    "contact_person": null,
    "contact_phone": null,
    "contact_mail": null,
    "note": null,
    "status": "Active",
    "state": null
   },
   "time": 0.004
  }
 },
 "postToolsCustomers": {
  "body": {
   "title": "customer 3"
  },
  "answer": {
   "code": 201,
   "success": true,
   "id": 3,
   "data": "customers object created",
   "time": 0.004
  }
 },
 "patchToolsCustomersById": {
  "body": {
   "city": "changed"
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "customers object updated",
   "time": 0.004
  }
 },
 "deleteToolsCustomersById": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "customers object deleted",
   "time": 0.004
  }
 },
 "getToolsLocations": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "name": "location 1",
     "description": null,
     "address": null,
     "lat": null,
     "long": null
    },
    {
     "id": "2",
     "name": "location 2",
     "description": null,
     "address": null,
     "lat": null,
     "long": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsLocationsAll": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "name": "location 1",
     "description": null,
     "address": null,
     "lat": null,
     "long": null
    },
    {
     "id": "2",
     "name": "location 2",
     "description": null,
     "address": null,
     "lat": null,
     "long": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsLocationsByIdSubnets": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "1",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "1",
     "showName": "0",
     "device": "1",
     "permissions": "{\"3\":\"3\"}",
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "1",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": "1",
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external",
     "nameservers": {
      "id": "1",
      "name": "ns 1",
      "namesrv1": "10.0.0.53",
      "description": null,
      "permissions": null,
      "editDate": null
     }
    },
    {
     "id": "4",
     "subnet": "0.0.0.0",
     "mask": null,
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "0",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "0",
     "showName": "0",
     "device": "0",
     "permissions": "{\"3\":\"3\"}",
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "0",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "1",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": "1",
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": null,
     "custom_customer_address_type": null,
     "csid": "external"
    }
   ],
   "time": 0.004
  }
 },
 "getToolsLocationsByIdIpaddresses": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "2",
     "subnetId": "3",
     "ip": "10.2.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-2",
     "mac": "00:11:22:33:44:55",
     "owner": null,
     "tag": "5",
     "deviceId": "1",
     "location": "1",
     "port": null,
     "note": null,
     "lastSeen": "2024-03-01 12:00:00",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": null,
     "editDate": null,
     "customer_id": "1",
     "csid": "external",
     "custom_link": "link"
    }
   ],
   "time": 0.004
  }
 },
 "getToolsLocationsById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "1",
    "name": "location 1",
    "description": null,
    "address": null,
    "lat": null,
    "long": null
   },
   "time": 0.004
  }
 },
 "postToolsLocations": {
  "body": {
   "name": "location 3"
  },
  "answer": {
   "code": 201,
   "success": true,
   "id": 3,
   "data": "locations object created",
   "time": 0.004
  }
 },
 "patchToolsLocationsById": {
  "body": {
   "description": "changed"
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "locations object updated",
   "time": 0.004
  }
 },
 "deleteToolsLocationsById": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "locations object deleted",
   "time": 0.004
  }
 },
 "getToolsVlans": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "vlanId": "1",
     "domainId": "1",
     "name": "vlan 1",
     "number": "101",
     "description": null,
     "editDate": null,
     "customer_id": null,
     "custom_owner": null
    },
    {
     "vlanId": "2",
     "domainId": "1",
     "name": "vlan 2",
     "number": "102",
     "description": null,
     "editDate": null,
     "customer_id": null,
     "custom_owner": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsVlansAll": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "vlanId": "1",
     "domainId": "1",
     "name": "vlan 1",
     "number": "101",
     "description": null,
     "editDate": null,
     "customer_id": null,
     "custom_owner": null
    },
    {
     "vlanId": "2",
     "domainId": "1",
     "name": "vlan 2",
     "number": "102",
     "description": null,
     "editDate": null,
     "customer_id": null,
     "custom_owner": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsVlansByIdSubnets": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "1",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "1",
     "showName": "0",
     "device": "1",
     "permissions": "{\"3\":\"3\"}",
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "1",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": "1",
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external",
     "nameservers": {
      "id": "1",
      "name": "ns 1",
      "namesrv1": "10.0.0.53",
      "description": null,
      "permissions": null,
      "editDate": null
     }
    }
   ],
   "time": 0.004
  }
 },
 "getToolsVlansById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "vlanId": "1",
    "domainId": "1",
    "name": "vlan 1",
    "number": "101",
    "description": null,
    "editDate": null,
    "customer_id": null,
    "custom_owner": null
   },
   "time": 0.004
  }
 },
 "getToolsVrfs": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "vrfId": "1",
     "name": "vrf 1",
     "rd": null,
     "description": null,
     "sections": null,
     "editDate": null,
     "customer_id": null
    },
    {
     "vrfId": "2",
     "name": "vrf 2",
     "rd": null,
     "description": null,
     "sections": null,
     "editDate": null,
     "customer_id": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsVrfsAll": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "vrfId": "1",
     "name": "vrf 1",
     "rd": null,
     "description": null,
     "sections": null,
     "editDate": null,
     "customer_id": null
    },
    {
     "vrfId": "2",
     "name": "vrf 2",
     "rd": null,
     "description": null,
     "sections": null,
     "editDate": null,
     "customer_id": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsVrfsByIdSubnets": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "1",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "1",
     "showName": "0",
     "device": "1",
     "permissions": "{\"3\":\"3\"}",
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "1",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": "1",
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external",
     "nameservers": {
      "id": "1",
      "name": "ns 1",
      "namesrv1": "10.0.0.53",
      "description": null,
      "permissions": null,
      "editDate": null
     }
    }
   ],
   "time": 0.004
  }
 },
 "getToolsVrfsById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "vrfId": "1",
    "name": "vrf 1",
    "rd": null,
    "description": null,
    "sections": null,
    "editDate": null,
    "customer_id": null
   },
   "time": 0.004
  }
 },
 "getToolsVrf": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "vrfId": "1",
     "name": "vrf 1",
     "rd": null,
     "description": null,
     "sections": null,
     "editDate": null,
     "customer_id": null
    },
    {
     "vrfId": "2",
     "name": "vrf 2",
     "rd": null,
     "description": null,
     "sections": null,
     "editDate": null,
     "customer_id": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsVrfAll": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "vrfId": "1",
     "name": "vrf 1",
     "rd": null,
     "description": null,
     "sections": null,
     "editDate": null,
     "customer_id": null
    },
    {
     "vrfId": "2",
     "name": "vrf 2",
     "rd": null,
     "description": null,
     "sections": null,
     "editDate": null,
     "customer_id": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsVrfByIdSubnets": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "linked_subnet": null,
     "firewallAddressObject": null,
     "vrfId": "1",
     "masterSubnetId": "0",
     "allowRequests": "0",
     "vlanId": "1",
     "showName": "0",
     "device": "1",
     "permissions": "{\"3\":\"3\"}",
     "pingSubnet": "0",
     "discoverSubnet": "0",
     "resolveDNS": "0",
     "DNSrecursive": "0",
     "DNSrecords": "0",
     "nameserverId": "1",
     "scanAgent": "1",
     "customer_id": "1",
     "isFolder": "0",
     "isFull": "0",
     "isPool": "0",
     "tag": "2",
     "threshold": "0",
     "location": "1",
     "editDate": "2024-03-01 12:00:00",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external",
     "nameservers": {
      "id": "1",
      "name": "ns 1",
      "namesrv1": "10.0.0.53",
      "description": null,
      "permissions": null,
      "editDate": null
     }
    }
   ],
   "time": 0.004
  }
 },
 "getToolsVrfById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "vrfId": "1",
    "name": "vrf 1",
    "rd": null,
    "description": null,
    "sections": null,
    "editDate": null,
    "customer_id": null
   },
   "time": 0.004
  }
 },
 "getToolsRacks": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "name": "rack 1",
     "size": "10",
     "subrack": "0",
     "location": null,
     "row": "1",
     "hasBack": "0",
     "topDown": "0",
     "description": null,
     "customer_id": null
    },
    {
     "id": "2",
     "name": "rack 2",
     "size": "10",
     "subrack": "0",
     "location": null,
     "row": "1",
     "hasBack": "0",
     "topDown": "0",
     "description": null,
     "customer_id": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsRacksAll": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "name": "rack 1",
     "size": "10",
     "subrack": "0",
     "location": null,
     "row": "1",
     "hasBack": "0",
     "topDown": "0",
     "description": null,
     "customer_id": null
    },
    {
     "id": "2",
     "name": "rack 2",
     "size": "10",
     "subrack": "0",
     "location": null,
     "row": "1",
     "hasBack": "0",
     "topDown": "0",
     "description": null,
     "customer_id": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsRacksById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "1",
    "name": "rack 1",
    "size": "10",
    "subrack": "0",
    "location": null,
    "row": "1",
    "hasBack": "0",
    "topDown": "0",
    "description": null,
    "customer_id": null
   },
   "time": 0.004
  }
 },
 "postToolsRacks": {
  "body": {
   "name": "rack 3",
   "size": 10
  },
  "answer": {
   "code": 201,
   "success": true,
   "id": 3,
   "data": "racks object created",
   "time": 0.004
  }
 },
 "patchToolsRacksById": {
  "body": {
   "description": "changed"
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "racks object updated",
   "time": 0.004
  }
 },
 "deleteToolsRacksById": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "racks object deleted",
   "time": 0.004
  }
 },
 "getToolsDeviceTypes": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "tid": "1",
     "tname": "Switch",
     "tdescription": "Switch",
     "bgcolor": "#E6E6E6",
     "fgcolor": "#000"
    },
    {
     "tid": "2",
     "tname": "Router",
     "tdescription": "Router",
     "bgcolor": "#E6E6E6",
     "fgcolor": "#000"
    }
   ],
   "time": 0.004
  }
 },
 "getToolsDeviceTypesAll": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "tid": "1",
     "tname": "Switch",
     "tdescription": "Switch",
     "bgcolor": "#E6E6E6",
     "fgcolor": "#000"
    },
    {
     "tid": "2",
     "tname": "Router",
     "tdescription": "Router",
     "bgcolor": "#E6E6E6",
     "fgcolor": "#000"
    }
   ],
   "time": 0.004
  }
 },
 "getToolsDeviceTypesById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "tid": "10",
    "tname": "type 1",
    "tdescription": null,
    "bgcolor": "#E6E6E6",
    "fgcolor": "#000"
   },
   "time": 0.004
  }
 },
 "postToolsDeviceTypes": {
  "body": {
   "tname": "type 3"
  },
  "answer": {
   "code": 201,
   "success": true,
   "id": 12,
   "data": "deviceTypes object created",
   "time": 0.004
  }
 },
 "patchToolsDeviceTypesById": {
  "body": {
   "tdescription": "changed"
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "deviceTypes object updated",
   "time": 0.004
  }
 },
 "deleteToolsDeviceTypesById": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "deviceTypes object deleted",
   "time": 0.004
  }
 },
 "getToolsDevices": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "hostname": "device-1",
     "ip": null,
     "type": "0",
     "description": null,
     "sections": "1",
     "snmp_community": "community 1",
     "snmp_version": "0",
     "snmp_port": "161",
     "snmp_timeout": "1000",
     "snmp_queries": null,
     "snmp_v3_sec_level": "none",
     "snmp_v3_auth_protocol": "none",
     "snmp_v3_auth_pass": null,
     "snmp_v3_priv_protocol": "none",
     "snmp_v3_priv_pass": null,
     "snmp_v3_ctx_name": null,
     "snmp_v3_ctx_engine_id": null,
     "rack": null,
     "rack_start": null,
     "rack_size": null,
     "rack_deep": "0",
     "location": null,
     "editDate": null
    },
    {
     "id": "2",
     "hostname": "device-2",
     "ip": null,
     "type": "0",
     "description": null,
     "sections": "1",
     "snmp_community": "community 2",
     "snmp_version": "0",
     "snmp_port": "161",
     "snmp_timeout": "1000",
     "snmp_queries": null,
     "snmp_v3_sec_level": "none",
     "snmp_v3_auth_protocol": "none",
     "snmp_v3_auth_pass": null,
     "snmp_v3_priv_protocol": "none",
     "snmp_v3_priv_pass": null,
     "snmp_v3_ctx_name": null,
     "snmp_v3_ctx_engine_id": null,
     "rack": null,
     "rack_start": null,
     "rack_size": null,
     "rack_deep": "0",
     "location": null,
     "editDate": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsDevicesAll": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "hostname": "device-1",
     "ip": null,
     "type": "0",
     "description": null,
     "sections": "1",
     "snmp_community": "community 1",
     "snmp_version": "0",
     "snmp_port": "161",
     "snmp_timeout": "1000",
     "snmp_queries": null,
     "snmp_v3_sec_level": "none",
     "snmp_v3_auth_protocol": "none",
     "snmp_v3_auth_pass": null,
     "snmp_v3_priv_protocol": "none",
     "snmp_v3_priv_pass": null,
     "snmp_v3_ctx_name": null,
     "snmp_v3_ctx_engine_id": null,
     "rack": null,
     "rack_start": null,
     "rack_size": null,
     "rack_deep": "0",
     "location": null,
     "editDate": null
    },
    {
     "id": "2",
     "hostname": "device-2",
     "ip": null,
     "type": "0",
     "description": null,
     "sections": "1",
     "snmp_community": "community 2",
     "snmp_version": "0",
     "snmp_port": "161",
     "snmp_timeout": "1000",
     "snmp_queries": null,
     "snmp_v3_sec_level": "none",
     "snmp_v3_auth_protocol": "none",
     "snmp_v3_auth_pass": null,
     "snmp_v3_priv_protocol": "none",
     "snmp_v3_priv_pass": null,
     "snmp_v3_ctx_name": null,
     "snmp_v3_ctx_engine_id": null,
     "rack": null,
     "rack_start": null,
     "rack_size": null,
     "rack_deep": "0",
     "location": null,
     "editDate": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsDevicesByIdAddresses": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "2",
     "subnetId": "3",
     "ip": "10.2.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-2",
     "mac": "00:11:22:33:44:55",
     "owner": null,
     "tag": "5",
     "deviceId": "1",
     "location": "1",
     "port": null,
     "note": null,
     "lastSeen": "2024-03-01 12:00:00",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": null,
     "editDate": null,
     "customer_id": "1",
     "csid": "external",
     "custom_link": "link"
    }
   ],
   "time": 0.004
  }
 },
 "getToolsDevicesById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "1",
    "hostname": "device-1",
    "ip": null,
    "type": "0",
    "description": null,
    "sections": "1",
    "snmp_community": "community 1",
    "snmp_version": "0",
    "snmp_port": "161",
    "snmp_timeout": "1000",
    "snmp_queries": null,
    "snmp_v3_sec_level": "none",
    "snmp_v3_auth_protocol": "none",
    "snmp_v3_auth_pass": null,
    "snmp_v3_priv_protocol": "none",
    "snmp_v3_priv_pass": null,
    "snmp_v3_ctx_name": null,
    "snmp_v3_ctx_engine_id": null,
    "rack": null,
    "rack_start": null,
    "rack_size": null,
    "rack_deep": "0",
    "location": null,
    "editDate": null
   },
   "time": 0.004
  }
 },
 "postToolsDevices": {
  "body": {
   "hostname": "device-3",
   "sections": "1",
   "snmp_community": "community 3"
  },
  "answer": {
   "code": 201,
   "success": true,
   "id": 3,
   "data": "devices object created",
   "time": 0.004
  }
 },
 "patchToolsDevicesById": {
  "body": {
   "description": "changed"
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "devices object updated",
   "time": 0.004
  }
 },
 "deleteToolsDevicesById": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "devices object deleted",
   "time": 0.004
  }
 },
 "getToolsTags": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "type": "Offline",
     "showtag": "1",
     "bgcolor": "#f59c99",
     "fgcolor": "#ffffff",
     "compress": "No",
     "locked": "Yes",
     "updateTag": "1"
    },
    {
     "id": "2",
     "type": "Used",
     "showtag": "0",
     "bgcolor": "#a9c9a4",
     "fgcolor": "#ffffff",
     "compress": "No",
     "locked": "Yes",
     "updateTag": "1"
    }
   ],
   "time": 0.004
  }
 },
 "getToolsTagsAll": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "type": "Offline",
     "showtag": "1",
     "bgcolor": "#f59c99",
     "fgcolor": "#ffffff",
     "compress": "No",
     "locked": "Yes",
     "updateTag": "1"
    },
    {
     "id": "2",
     "type": "Used",
     "showtag": "0",
     "bgcolor": "#a9c9a4",
     "fgcolor": "#ffffff",
     "compress": "No",
     "locked": "Yes",
     "updateTag": "1"
    }
   ],
   "time": 0.004
  }
 },
 "getToolsTagsByIdAddresses": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "2",
     "subnetId": "3",
     "ip": "10.2.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-2",
     "mac": "00:11:22:33:44:55",
     "owner": null,
     "tag": "5",
     "deviceId": "1",
     "location": "1",
     "port": null,
     "note": null,
     "lastSeen": "2024-03-01 12:00:00",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": null,
     "editDate": null,
     "customer_id": "1",
     "csid": "external",
     "custom_link": "link"
    }
   ],
   "time": 0.004
  }
 },
 "getToolsTagsById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "5",
    "type": "tag 1",
    "showtag": "1",
    "bgcolor": "#000",
    "fgcolor": "#fff",
    "compress": "No",
    "locked": "No",
    "updateTag": "0"
   },
   "time": 0.004
  }
 },
 "postToolsTags": {
  "body": {
   "type": "tag 3"
  },
  "answer": {
   "code": 201,
   "success": true,
   "id": 7,
   "data": "ipTags object created",
   "time": 0.004
  }
 },
 "patchToolsTagsById": {
  "body": {
   "bgcolor": "#123456"
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "ipTags object updated",
   "time": 0.004
  }
 },
 "deleteToolsTagsById": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "ipTags object deleted",
   "time": 0.004
  }
 },
 "getToolsNameservers": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "name": "ns 1",
     "namesrv1": "10.0.0.53",
     "description": null,
     "permissions": null,
     "editDate": null
    },
    {
     "id": "2",
     "name": "ns 2",
     "namesrv1": "10.0.0.53",
     "description": null,
     "permissions": null,
     "editDate": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsNameserversAll": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "name": "ns 1",
     "namesrv1": "10.0.0.53",
     "description": null,
     "permissions": null,
     "editDate": null
    },
    {
     "id": "2",
     "name": "ns 2",
     "namesrv1": "10.0.0.53",
     "description": null,
     "permissions": null,
     "editDate": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsNameserversById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "1",
    "name": "ns 1",
    "namesrv1": "10.0.0.53",
    "description": null,
    "permissions": null,
    "editDate": null
   },
   "time": 0.004
  }
 },
 "postToolsNameservers": {
  "body": {
   "name": "ns 3",
   "namesrv1": "10.0.0.53"
  },
  "answer": {
   "code": 201,
   "success": true,
   "id": 3,
   "data": "nameservers object created",
   "time": 0.004
  }
 },
 "patchToolsNameserversById": {
  "body": {
   "description": "changed"
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "nameservers object updated",
   "time": 0.004
  }
 },
 "deleteToolsNameserversById": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "nameservers object deleted",
   "time": 0.004
  }
 },
 "getToolsScanagents": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "name": "localhost",
     "description": "Scanning from local machine",
     "type": "direct",
     "code": null,
     "last_access": null
    },
    {
     "id": "2",
     "name": "agent 1",
     "description": null,
     "type": "direct",
     "code": "code 1",
     "last_access": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsScanagentsAll": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "name": "localhost",
     "description": "Scanning from local machine",
     "type": "direct",
     "code": null,
     "last_access": null
    },
    {
     "id": "2",
     "name": "agent 1",
     "description": null,
     "type": "direct",
     "code": "code 1",
     "last_access": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsScanagentsById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "2",
    "name": "agent 1",
    "description": null,
    "type": "direct",
    "code": "code 1",
    "last_access": null
   },
   "time": 0.004
  }
 },
 "postToolsScanagents": {
  "body": {
   "name": "agent 3",
   "code": "code 3"
  },
  "answer": {
   "code": 201,
   "success": true,
   "id": 4,
   "data": "scanAgents object created",
   "time": 0.004
  }
 },
 "patchToolsScanagentsById": {
  "body": {
   "description": "changed"
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "scanAgents object updated",
   "time": 0.004
  }
 },
 "deleteToolsScanagentsById": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "scanAgents object deleted",
   "time": 0.004
  }
 },
 "getToolsNat": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "name": "rule 1",
     "type": "source",
     "src": "{\"subnets\":[\"1\"]}",
     "dst": null,
     "src_port": null,
     "dst_port": null,
     "device": null,
     "description": null,
     "policy": "No",
     "policy_dst": null
    },
    {
     "id": "2",
     "name": "rule 2",
     "type": "source",
     "src": null,
     "dst": null,
     "src_port": null,
     "dst_port": null,
     "device": null,
     "description": null,
     "policy": "No",
     "policy_dst": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsNatAll": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "name": "rule 1",
     "type": "source",
     "src": "{\"subnets\":[\"1\"]}",
     "dst": null,
     "src_port": null,
     "dst_port": null,
     "device": null,
     "description": null,
     "policy": "No",
     "policy_dst": null
    },
    {
     "id": "2",
     "name": "rule 2",
     "type": "source",
     "src": null,
     "dst": null,
     "src_port": null,
     "dst_port": null,
     "device": null,
     "description": null,
     "policy": "No",
     "policy_dst": null
    }
   ],
   "time": 0.004
  }
 },
 "getToolsNatById": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "1",
    "name": "rule 1",
    "type": "source",
    "src": "{\"subnets\":[\"1\"]}",
    "dst": null,
    "src_port": null,
    "dst_port": null,
    "device": null,
    "description": null,
    "policy": "No",
    "policy_dst": null
   },
   "time": 0.004
  }
 },
 "postToolsNat": {
  "body": {
   "name": "rule 3",
   "src": {
    "ipaddresses": [
     2
    ]
   }
  },
  "answer": {
   "code": 201,
   "success": true,
   "id": 3,
   "data": "nat object created",
   "time": 0.004
  }
 },
 "patchToolsNatById": {
  "body": {
   "dst": {
    "subnets": [
     3
    ]
   }
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "nat object updated",
   "time": 0.004
  }
 },
 "deleteToolsNatById": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "nat object deleted",
   "time": 0.004
  }
 },
 "getPrefixExternalIdByValue": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "subnets": [
     {
      "id": "2",
      "subnet": "0.0.0.0",
      "mask": null,
      "sectionId": "1",
      "description": "described",
      "masterSubnetId": "0",
      "resolveDNS": "0",
      "customer_id": null,
      "isPool": "0",
      "lastScan": null,
      "lastDiscovery": null,
      "custom_customer_type": null,
      "custom_customer_address_type": null,
      "csid": "external"
     },
     {
      "id": "4",
      "subnet": "0.0.0.0",
      "mask": null,
      "sectionId": "2",
      "description": "described",
      "masterSubnetId": "0",
      "resolveDNS": "0",
      "customer_id": "1",
      "isPool": "0",
      "lastScan": null,
      "lastDiscovery": null,
      "custom_customer_type": null,
      "custom_customer_address_type": null,
      "csid": "external"
     },
     {
      "id": "1",
      "subnet": "10.1.0.0",
      "mask": "24",
      "sectionId": "1",
      "description": "described",
      "masterSubnetId": "0",
      "resolveDNS": "0",
      "customer_id": null,
      "isPool": "0",
      "lastScan": null,
      "lastDiscovery": null,
      "custom_customer_type": null,
      "custom_customer_address_type": null,
      "csid": "external"
     },
     {
      "id": "3",
      "subnet": "10.2.0.0",
      "mask": "24",
      "sectionId": "2",
      "description": "described",
      "masterSubnetId": "0",
      "resolveDNS": "0",
      "customer_id": "1",
      "isPool": "0",
      "lastScan": null,
      "lastDiscovery": null,
      "custom_customer_type": "target-type",
      "custom_customer_address_type": "target-type",
      "csid": "external"
     }
    ],
    "addresses": [
     {
      "id": "1",
      "subnetId": "1",
      "ip": "10.1.0.10",
      "is_gateway": "0",
      "description": "described",
      "hostname": "host-1",
      "mac": "00:11:22:33:44:55",
      "owner": null,
      "location": null,
      "customer_id": null,
      "csid": "external",
      "custom_link": "link"
     },
     {
      "id": "2",
      "subnetId": "3",
      "ip": "10.2.0.10",
      "is_gateway": "0",
      "description": "described",
      "hostname": "host-2",
      "mac": "00:11:22:33:44:55",
      "owner": null,
      "location": "1",
      "customer_id": "1",
      "csid": "external",
      "custom_link": "link"
     }
    ]
   },
   "time": 0.004
  }
 },
 "getPrefixByValue": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "masterSubnetId": "0",
     "resolveDNS": "0",
     "customer_id": "1",
     "isPool": "0",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external"
    }
   ],
   "time": 0.004
  }
 },
 "getPrefixByValueAddress": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "masterSubnetId": "0",
     "resolveDNS": "0",
     "customer_id": "1",
     "isPool": "0",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external"
    }
   ],
   "time": 0.004
  }
 },
 "getPrefixByValueAddressByType": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "masterSubnetId": "0",
     "resolveDNS": "0",
     "customer_id": "1",
     "isPool": "0",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external"
    }
   ],
   "time": 0.004
  }
 },
 "getPrefixByValueAddresses": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "masterSubnetId": "0",
     "resolveDNS": "0",
     "customer_id": "1",
     "isPool": "0",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external"
    }
   ],
   "time": 0.004
  }
 },
 "getPrefixByValueAddressesByType": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "masterSubnetId": "0",
     "resolveDNS": "0",
     "customer_id": "1",
     "isPool": "0",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external"
    }
   ],
   "time": 0.004
  }
 },
 "getPrefixByValueIp": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "masterSubnetId": "0",
     "resolveDNS": "0",
     "customer_id": "1",
     "isPool": "0",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external"
    }
   ],
   "time": 0.004
  }
 },
 "getPrefixByValueIpByType": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "masterSubnetId": "0",
     "resolveDNS": "0",
     "customer_id": "1",
     "isPool": "0",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external"
    }
   ],
   "time": 0.004
  }
 },
 "getPrefixByValueByType": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "3",
     "subnet": "10.2.0.0",
     "mask": "24",
     "sectionId": "2",
     "description": "described",
     "masterSubnetId": "0",
     "resolveDNS": "0",
     "customer_id": "1",
     "isPool": "0",
     "lastScan": null,
     "lastDiscovery": null,
     "custom_customer_type": "target-type",
     "custom_customer_address_type": "target-type",
     "csid": "external"
    }
   ],
   "time": 0.004
  }
 },
 "getPrefixByValueByTypeAddress": {
  "answer": {
   "code": 200,
   "success": true,
   "data": "10.2.0.1",
   "time": 0.004
  }
 },
 "getPrefixByValueByTypeAddresses": {
  "answer": {
   "code": 200,
   "success": true,
   "data": "10.2.0.1",
   "time": 0.004
  }
 },
 "getPrefixByValueByTypeIp": {
  "answer": {
   "code": 200,
   "success": true,
   "data": "10.2.0.1",
   "time": 0.004
  }
 },
 "getPrefixByValueByTypeByLast": {
  "answer": {
   "code": 200,
   "success": true,
   "data": "10.2.0.0/28",
   "time": 0.004
  }
 },
 "postPrefixByValueAddressByType": {
  "answer": {
   "code": 201,
   "success": true,
   "message": "Address created",
   "id": 3,
   "subnetId": 3,
   "data": "10.2.0.1",
   "time": 0.004
  }
 },
 "postPrefixByValueByTypeAddress": {
  "answer": {
   "code": 201,
   "success": true,
   "message": "Address created",
   "id": 3,
   "subnetId": 3,
   "data": "10.2.0.1",
   "time": 0.004
  }
 },
 "postPrefixByValueAddressesByType": {
  "answer": {
   "code": 201,
   "success": true,
   "message": "Address created",
   "id": 3,
   "subnetId": 3,
   "data": "10.2.0.1",
   "time": 0.004
  }
 },
 "postPrefixByValueByTypeAddresses": {
  "answer": {
   "code": 201,
   "success": true,
   "message": "Address created",
   "id": 3,
   "subnetId": 3,
   "data": "10.2.0.1",
   "time": 0.004
  }
 },
 "postPrefixByValueIpByType": {
  "answer": {
   "code": 201,
   "success": true,
   "message": "Address created",
   "id": 3,
   "subnetId": 3,
   "data": "10.2.0.1",
   "time": 0.004
  }
 },
 "postPrefixByValueByTypeIp": {
  "answer": {
   "code": 201,
   "success": true,
   "message": "Address created",
   "id": 3,
   "subnetId": 3,
   "data": "10.2.0.1",
   "time": 0.004
  }
 },
 "postPrefixByValueByTypeByLast": {
  "answer": {
   "code": 201,
   "success": true,
   "message": "Subnet created",
   "id": 5,
   "data": "10.2.0.0/28",
   "time": 0.004
  }
 },
 "getSearchByText": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "subnets": {
     "code": "404",
     "data": "No subnets found"
    },
    "addresses": {
     "code": "404",
     "data": "No addresses found"
    },
    "search_filter": {
     "subnets": "1",
     "addresses": "1",
     "vlan": "0",
     "vrf": "0"
    }
   },
   "time": 0.004
  }
 },
 "getSearchByTextByMask": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "subnets": {
     "code": "200",
     "data": [
      {
       "id": "3",
       "subnet": "10.2.0.0",
       "mask": "24",
       "sectionId": "2",
       "description": "described",
       "linked_subnet": null,
       "firewallAddressObject": null,
       "vrfId": "1",
       "masterSubnetId": "0",
       "allowRequests": "0",
       "vlanId": "1",
       "showName": "0",
       "device": "1",
       "permissions": "{\"3\":\"3\"}",
       "pingSubnet": "0",
       "discoverSubnet": "0",
       "resolveDNS": "0",
       "DNSrecursive": "0",
       "DNSrecords": "0",
       "nameserverId": "1",
       "scanAgent": "1",
       "customer_id": "1",
       "isFolder": "0",
       "isFull": "0",
       "isPool": "0",
       "tag": "2",
       "threshold": "0",
       "location": "1",
       "editDate": "2024-03-01 12:00:00",
       "lastScan": null,
       "lastDiscovery": null,
       "custom_customer_type": "target-type",
       "custom_customer_address_type": "target-type",
       "csid": "external"
      }
     ]
    },
    "addresses": {
     "code": "200",
     "data": [
      {
       "id": "2",
       "subnetId": "3",
       "ip": "10.2.0.10",
       "is_gateway": "0",
       "description": "described",
       "hostname": "host-2",
       "mac": "00:11:22:33:44:55",
       "owner": null,
       "tag": "5",
       "deviceId": "1",
       "location": "1",
       "port": null,
       "note": null,
       "lastSeen": "2024-03-01 12:00:00",
       "excludePing": "0",
       "PTRignore": "0",
       "PTR": "0",
       "firewallAddressObject": null,
       "editDate": null,
       "customer_id": "1",
       "csid": "external",
       "custom_link": "link"
      }
     ]
    },
    "search_filter": {
     "subnets": "1",
     "addresses": "1",
     "vlan": "0",
     "vrf": "0"
    }
   },
   "time": 0.004
  }
 },
 "getOverview": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "sections": [
     {
      "id": "1",
      "name": "Open",
      "description": null,
      "masterSection": "0",
      "subnets": "1",
      "used": "1",
      "maxhosts": "254",
      "used6": "0"
     },
     {
      "id": "2",
      "name": "Target",
      "description": null,
      "masterSection": "0",
      "subnets": "1",
      "used": "1",
      "maxhosts": "254",
      "used6": "0"
     }
    ],
    "fullest": [
     {
      "id": "1",
      "subnet": "10.1.0.0",
      "mask": "24",
      "sectionId": "1",
      "description": "described",
      "used": "1",
      "maxhosts": "254",
      "threshold": "0"
     },
     {
      "id": "3",
      "subnet": "10.2.0.0",
      "mask": "24",
      "sectionId": "2",
      "description": "described",
      "used": "1",
      "maxhosts": "254",
      "threshold": "0"
     }
    ]
   },
   "time": 0.004
  }
 },
 "getMapBySubnetByMask": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "cellLength": "32",
    "cells": [],
    "networks": [
     {
      "id": "3",
      "subnet": "10.2.0.0",
      "mask": "24",
      "sectionId": "2",
      "description": "described",
      "used": "1",
      "maxhosts": "254",
      "isLeaf": true
     }
    ],
    "isCut": false
   },
   "time": 0.004
  }
 },
 "getKinds": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "name": "section",
     "title": "sections",
     "path": "sections",
     "idName": "id",
     "fields": [
      {
       "name": "name",
       "type": "text",
       "isRequired": true,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": "128",
       "values": null,
       "refersTo": null
      },
      {
       "name": "description",
       "type": "multiline",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": "65535",
       "values": null,
       "refersTo": null
      },
      {
       "name": "masterSection",
       "type": "reference",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": "section"
      },
      {
       "name": "permissions",
       "type": "permissions",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "strictMode",
       "type": "flag",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "subnetOrdering",
       "type": "text",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": "16",
       "values": null,
       "refersTo": null
      },
      {
       "name": "order",
       "type": "integer",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "editDate",
       "type": "timestamp",
       "isRequired": false,
       "isReadOnly": true,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "showSubnet",
       "type": "flag",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "showVLAN",
       "type": "flag",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "showVRF",
       "type": "flag",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "showSupernetOnly",
       "type": "flag",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "DNS",
       "type": "text",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": "128",
       "values": null,
       "refersTo": null
      }
     ]
    },
    {
     "name": "subnet",
     "title": "subnets",
     "path": "subnets",
     "idName": "id",
     "fields": [
      {
       "name": "prefix",
       "type": "prefix",
       "isRequired": false,
       "isReadOnly": true,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "sectionId",
       "type": "reference",
       "isRequired": true,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": "section"
      },
      {
       "name": "description",
       "type": "multiline",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": "65535",
       "values": null,
       "refersTo": null
      },
      {
       "name": "linked_subnet",
       "type": "reference",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": "subnet"
      },
      {
       "name": "firewallAddressObject",
       "type": "text",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": "100",
       "values": null,
       "refersTo": null
      },
      {
       "name": "vrfId",
       "type": "reference",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": "vrf"
      },
      {
       "name": "masterSubnetId",
       "type": "reference",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": "subnet"
      },
      {
       "name": "allowRequests",
       "type": "flag",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "vlanId",
       "type": "reference",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": "vlan"
      },
      {
       "name": "showName",
       "type": "flag",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "device",
       "type": "reference",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": "device"
      },
      {
       "name": "permissions",
       "type": "permissions",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "pingSubnet",
       "type": "flag",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "discoverSubnet",
       "type": "flag",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "resolveDNS",
       "type": "flag",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "DNSrecursive",
       "type": "flag",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "DNSrecords",
       "type": "flag",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "nameserverId",
       "type": "reference",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": "nameserver"
      },
      {
       "name": "scanAgent",
       "type": "reference",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": "scanAgent"
      },
      {
       "name": "customer_id",
       "type": "reference",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": "customer"
      },
      {
       "name": "isFolder",
       "type": "flag",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "isFull",
       "type": "flag",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "isPool",
       "type": "flag",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "tag",
       "type": "reference",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": "tag"
      },
      {
       "name": "threshold",
       "type": "integer",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": "100",
       "values": null,
       "refersTo": null
      },
      {
       "name": "location",
       "type": "reference",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": "location"
      },
      {
       "name": "editDate",
       "type": "timestamp",
       "isRequired": false,
       "isReadOnly": true,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "lastScan",
       "type": "timestamp",
       "isRequired": false,
       "isReadOnly": true,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "lastDiscovery",
       "type": "timestamp",
       "isRequired": false,
       "isReadOnly": true,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "heldUntil",
       "type": "timestamp",
       "isRequired": false,
       "isReadOnly": true,
       "isSecret": false,
       "isCustom": false,
       "comment": "",
       "max": null,
       "values": null,
       "refersTo": null
      },
      {
       "name": "custom_customer_type",
       "type": "text",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": true,
       "comment": "",
       "max": "32",
       "values": null,
       "refersTo": null
      },
      {
       "name": "custom_customer_address_type",
       "type": "text",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": true,
       "comment": "",
       "max": "32",
       "values": null,
       "refersTo": null
      },
      {
       "name": "csid",
       "type": "text",
       "isRequired": false,
       "isReadOnly": false,
       "isSecret": false,
       "isCustom": true,
       "comment": "",
       "max": "32",
       "values": null,
       "refersTo": null
      }
     ]
    }
   ],
   "time": 0.004
  }
 },
 "getRowsByKindColumns": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "columns": [
     {
      "name": "section",
      "isRequired": false,
      "refersTo": "section",
      "aliases": []
     },
     {
      "name": "vrf",
      "isRequired": false,
      "refersTo": "vrf",
      "aliases": []
     },
     {
      "name": "subnet",
      "isRequired": false,
      "refersTo": "subnet",
      "aliases": [
       "subnetId"
      ]
     },
     {
      "name": "ip",
      "isRequired": true,
      "refersTo": null,
      "aliases": [
       "ipaddress",
       "ipaddr",
       "address"
      ]
     },
     {
      "name": "is_gateway",
      "isRequired": false,
      "refersTo": null,
      "aliases": [
       "gateway",
       "isgateway"
      ]
     },
     {
      "name": "description",
      "isRequired": false,
      "refersTo": null,
      "aliases": []
     },
     {
      "name": "hostname",
      "isRequired": false,
      "refersTo": null,
      "aliases": [
       "host",
       "name",
       "dns",
       "dnsname",
       "fqdn"
      ]
     },
     {
      "name": "mac",
      "isRequired": false,
      "refersTo": null,
      "aliases": [
       "macaddress",
       "hwaddr"
      ]
     },
     {
      "name": "owner",
      "isRequired": false,
      "refersTo": null,
      "aliases": []
     },
     {
      "name": "tag",
      "isRequired": false,
      "refersTo": "tag",
      "aliases": [
       "state",
       "ipstate",
       "status"
      ]
     },
     {
      "name": "deviceId",
      "isRequired": false,
      "refersTo": "device",
      "aliases": [
       "device",
       "switch"
      ]
     },
     {
      "name": "location",
      "isRequired": false,
      "refersTo": "location",
      "aliases": []
     },
     {
      "name": "port",
      "isRequired": false,
      "refersTo": null,
      "aliases": []
     },
     {
      "name": "note",
      "isRequired": false,
      "refersTo": null,
      "aliases": []
     },
     {
      "name": "lastSeen",
      "isRequired": false,
      "refersTo": null,
      "aliases": []
     },
     {
      "name": "excludePing",
      "isRequired": false,
      "refersTo": null,
      "aliases": []
     },
     {
      "name": "PTRignore",
      "isRequired": false,
      "refersTo": null,
      "aliases": []
     },
     {
      "name": "PTR",
      "isRequired": false,
      "refersTo": null,
      "aliases": []
     },
     {
      "name": "firewallAddressObject",
      "isRequired": false,
      "refersTo": null,
      "aliases": []
     },
     {
      "name": "customer_id",
      "isRequired": false,
      "refersTo": "customer",
      "aliases": [
       "customer"
      ]
     },
     {
      "name": "csid",
      "isRequired": false,
      "refersTo": null,
      "aliases": []
     },
     {
      "name": "custom_link",
      "isRequired": false,
      "refersTo": null,
      "aliases": []
     }
    ],
    "titles": []
   },
   "time": 0.004
  }
 },
 "getRowsByKind": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "section": "Open",
     "vrf": "",
     "subnet": "10.1.0.0/24",
     "ip": "10.1.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-1",
     "mac": "00:11:22:33:44:55",
     "owner": "",
     "tag": "Used",
     "deviceId": "",
     "location": "",
     "port": "",
     "note": "",
     "lastSeen": "1970-01-01 00:00:01",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": "",
     "customer_id": "",
     "csid": "external",
     "custom_link": "link"
    },
    {
     "section": "Target",
     "vrf": "vrf 1",
     "subnet": "10.2.0.0/24",
     "ip": "10.2.0.10",
     "is_gateway": "0",
     "description": "described",
     "hostname": "host-2",
     "mac": "00:11:22:33:44:55",
     "owner": "",
     "tag": "tag 1",
     "deviceId": "device-1",
     "location": "location 1",
     "port": "",
     "note": "",
     "lastSeen": "2024-03-01 12:00:00",
     "excludePing": "0",
     "PTRignore": "0",
     "PTR": "0",
     "firewallAddressObject": "",
     "customer_id": "customer 1",
     "csid": "external",
     "custom_link": "link"
    }
   ],
   "time": 0.004
  }
 },
 "postRowsByKind": {
  "body": {
   "columns": [
    "section",
    "subnet"
   ],
   "rows": [
    [
     2,
     "10.2.8.0/24"
    ]
   ]
  },
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "imported": true,
    "rows": "1",
    "created": "1",
    "changed": "0",
    "unchanged": "0",
    "refused": "0",
    "written": "1",
    "mistakes": [],
    "ignored": []
   },
   "time": 0.004
  }
 },
 "getAdmin": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "name": "users",
     "members": [
      {
       "name": "id",
       "type": "integer",
       "comment": "Its number.",
       "isRequired": false,
       "isFixed": false,
       "isReadOnly": true,
       "values": null,
       "usual": null
      },
      {
       "name": "username",
       "type": "text",
       "comment": "What the user signs in with.",
       "isRequired": true,
       "isFixed": true,
       "isReadOnly": false,
       "values": null,
       "usual": null
      },
      {
       "name": "password",
       "type": "secret",
       "comment": "The password: 10 characters or more, neither a common one nor the user name; a new user without a sign-in provider needs one. Another one ends all tokens of the user.",
       "isRequired": false,
       "isFixed": false,
       "isReadOnly": false,
       "values": null,
       "usual": null
      },
      {
       "name": "realName",
       "type": "text",
       "comment": "The person's name.",
       "isRequired": false,
       "isFixed": false,
       "isReadOnly": false,
       "values": null,
       "usual": null
      },
      {
       "name": "email",
       "type": "text",
       "comment": "Where to write to.",
       "isRequired": false,
       "isFixed": false,
       "isReadOnly": false,
       "values": null,
       "usual": null
      },
      {
       "name": "role",
       "type": "enum",
       "comment": "Administrators may do everything; users what their groups may.",
       "isRequired": false,
       "isFixed": false,
       "isReadOnly": false,
       "values": [
        "Administrator",
        "User"
       ],
       "usual": "User"
      },
      {
       "name": "inventory",
       "type": "enum",
       "comment": "What the user may do to what belongs to no section: VLANs, VRFs, devices and the like.",
       "isRequired": false,
       "isFixed": false,
       "isReadOnly": false,
       "values": [
        "read",
        "write"
       ],
       "usual": "read"
      },
      {
       "name": "groups",
       "type": "texts",
       "comment": "Names of the groups that the user is in.",
       "isRequired": false,
       "isFixed": false,
       "isReadOnly": false,
       "values": null,
       "usual": null
      },
      {
       "name": "disabled",
       "type": "flag",
       "comment": "Whether the user may not sign in.",
       "isRequired": false,
       "isFixed": false,
       "isReadOnly": false,
       "values": null,
       "usual": null
      },
      {
       "name": "provider",
       "type": "text",
       "comment": "Name of the sign-in provider that authenticates the user; empty for the password stored here.",
       "isRequired": false,
       "isFixed": false,
       "isReadOnly": false,
       "values": null,
       "usual": null
      },
      {
       "name": "lastLogin",
       "type": "time",
       "comment": "When the user last signed in.",
       "isRequired": false,
       "isFixed": false,
       "isReadOnly": true,
       "values": null,
       "usual": null
      },
      {
       "name": "editDate",
       "type": "time",
       "comment": "When an administrator last changed the user.",
       "isRequired": false,
       "isFixed": false,
       "isReadOnly": true,
       "values": null,
       "usual": null
      }
     ]
    },
    {
     "name": "groups",
     "members": [
      {
       "name": "id",
       "type": "integer",
       "comment": "Its number.",
       "isRequired": false,
       "isFixed": false,
       "isReadOnly": true,
       "values": null,
       "usual": null
      },
      {
       "name": "name",
       "type": "text",
       "comment": "What the group is called.",
       "isRequired": true,
       "isFixed": false,
       "isReadOnly": false,
       "values": null,
       "usual": null
      },
      {
       "name": "description",
       "type": "multiline",
       "comment": "What it is for.",
       "isRequired": false,
       "isFixed": false,
       "isReadOnly": false,
       "values": null,
       "usual": null
      }
     ]
    }
   ],
   "time": 0.004
  }
 },
 "getAdminUsers": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "1",
     "username": "Admin",
     "realName": "",
     "email": "",
     "role": "Administrator",
     "inventory": "read",
     "groups": [],
     "disabled": "0",
     "provider": null,
     "lastLogin": "2024-03-01T12:00:00Z",
     "editDate": "2024-03-01T12:00:00Z"
    },
    {
     "id": "2",
     "username": "guest",
     "realName": "",
     "email": "",
     "role": "User",
     "inventory": "write",
     "groups": [
      "Guests"
     ],
     "disabled": "0",
     "provider": null,
     "lastLogin": "2024-03-01T12:00:00Z",
     "editDate": "2024-03-01T12:00:00Z"
    }
   ],
   "time": 0.004
  }
 },
 "getAdminUsersByName": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "3",
    "username": "operator",
    "realName": "",
    "email": "",
    "role": "User",
    "inventory": "read",
    "groups": [
     "Guests"
    ],
    "disabled": "0",
    "provider": null,
    "lastLogin": "2024-03-01T12:00:00Z",
    "editDate": "2024-03-01T12:00:00Z"
   },
   "time": 0.004
  }
 },
 "postAdminUsers": {
  "body": {
   "username": "anna",
   "password": "correct horse",
   "groups": [
    "Operators"
   ],
   "realName": "Anna"
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "User created",
   "data": {
    "id": "4",
    "username": "anna",
    "realName": "Anna",
    "email": "",
    "role": "User",
    "inventory": "read",
    "groups": [
     "Operators"
    ],
    "disabled": "0",
    "provider": null,
    "lastLogin": null,
    "editDate": "2024-03-01T12:00:00Z"
   },
   "time": 0.004
  }
 },
 "patchAdminUsersByName": {
  "body": {
   "groups": [
    "Guests",
    "Operators"
   ]
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "User updated",
   "data": {
    "id": "2",
    "username": "guest",
    "realName": "",
    "email": "",
    "role": "User",
    "inventory": "write",
    "groups": [
     "Operators",
     "Guests"
    ],
    "disabled": "0",
    "provider": null,
    "lastLogin": "2024-03-01T12:00:00Z",
    "editDate": "2024-03-01T12:00:00Z"
   },
   "time": 0.004
  }
 },
 "deleteAdminUsersByName": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "User deleted",
   "time": 0.004
  }
 },
 "getAdminGroups": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "2",
     "name": "Operators",
     "description": "default Operator group"
    },
    {
     "id": "3",
     "name": "Guests",
     "description": "default Guest group (viewers)"
    }
   ],
   "time": 0.004
  }
 },
 "getAdminGroupsByName": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "3",
    "name": "Guests",
    "description": "default Guest group (viewers)"
   },
   "time": 0.004
  }
 },
 "postAdminGroups": {
  "body": {
   "name": "Network team",
   "description": "Plans networks"
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "Group created",
   "data": {
    "id": "4",
    "name": "Network team",
    "description": "Plans networks"
   },
   "time": 0.004
  }
 },
 "patchAdminGroupsByName": {
  "body": {
   "description": "Looks after everything"
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "Group updated",
   "data": {
    "id": "2",
    "name": "Operators",
    "description": "Looks after everything"
   },
   "time": 0.004
  }
 },
 "deleteAdminGroupsByName": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "Group deleted",
   "time": 0.004
  }
 },
 "getAdminApps": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "id": "links",
     "permission": "admin",
     "security": "none",
     "showLinks": "1",
     "stringify": "1",
     "nestCustomFields": "0",
     "cryptLegacy": "1",
     "cryptStrict": "0",
     "lock.enabled": "0",
     "lock.waitSeconds": "30",
     "comment": ""
    },
    {
     "id": "main",
     "permission": "admin",
     "security": "none",
     "showLinks": "0",
     "stringify": "1",
     "nestCustomFields": "0",
     "cryptLegacy": "1",
     "cryptStrict": "0",
     "lock.enabled": "0",
     "lock.waitSeconds": "30",
     "comment": ""
    }
   ],
   "time": 0.004
  }
 },
 "getAdminAppsByName": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "id": "main",
    "permission": "admin",
    "security": "none",
    "showLinks": "0",
    "stringify": "1",
    "nestCustomFields": "0",
    "cryptLegacy": "1",
    "cryptStrict": "0",
    "lock.enabled": "0",
    "lock.waitSeconds": "30",
    "comment": ""
   },
   "time": 0.004
  }
 },
 "postAdminApps": {
  "body": {
   "id": "ansible",
   "permission": "write",
   "security": "none",
   "comment": "Playbooks"
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "Application created",
   "data": {
    "id": "ansible",
    "permission": "write",
    "security": "none",
    "showLinks": "1",
    "stringify": "1",
    "nestCustomFields": "0",
    "cryptLegacy": "1",
    "cryptStrict": "0",
    "lock.enabled": "0",
    "lock.waitSeconds": "30",
    "comment": "Playbooks"
   },
   "time": 0.004
  }
 },
 "patchAdminAppsByName": {
  "body": {
   "comment": "Dashboards"
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "Application updated",
   "data": {
    "id": "read",
    "permission": "read",
    "security": "none",
    "showLinks": "0",
    "stringify": "1",
    "nestCustomFields": "0",
    "cryptLegacy": "1",
    "cryptStrict": "0",
    "lock.enabled": "0",
    "lock.waitSeconds": "30",
    "comment": "Dashboards"
   },
   "time": 0.004
  }
 },
 "deleteAdminAppsByName": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "Application deleted",
   "time": 0.004
  }
 },
 "getAdminCustomFields": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [
    {
     "on": "subnets",
     "name": "custom_customer_type",
     "type": "varchar(32)",
     "nullable": "1",
     "default": null,
     "comment": ""
    },
    {
     "on": "subnets",
     "name": "custom_customer_address_type",
     "type": "varchar(32)",
     "nullable": "1",
     "default": null,
     "comment": ""
    }
   ],
   "time": 0.004
  }
 },
 "getAdminCustomFieldsByNameBySecond": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "on": "subnets",
    "name": "csid",
    "type": "varchar(32)",
    "nullable": "1",
    "default": null,
    "comment": ""
   },
   "time": 0.004
  }
 },
 "postAdminCustomFields": {
  "body": {
   "on": "addresses",
   "name": "made",
   "type": "varchar(20)",
   "comment": "Who asked for it"
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "Custom field created",
   "data": {
    "on": "addresses",
    "name": "made",
    "type": "varchar(20)",
    "nullable": "1",
    "default": null,
    "comment": "Who asked for it"
   },
   "time": 0.004
  }
 },
 "patchAdminCustomFieldsByNameBySecond": {
  "body": {
   "comment": "Id elsewhere"
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "Custom field updated",
   "data": {
    "on": "subnets",
    "name": "csid",
    "type": "varchar(32)",
    "nullable": "1",
    "default": null,
    "comment": "Id elsewhere"
   },
   "time": 0.004
  }
 },
 "deleteAdminCustomFieldsByNameBySecond": {
  "answer": {
   "code": 200,
   "success": true,
   "message": "Custom field deleted",
   "time": 0.004
  }
 },
 "getAdminWebhooks": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [],
   "time": 0.004
  }
 },
 "getAdminSignInProviders": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [],
   "time": 0.004
  }
 },
 "postAdminSignInProviders": {
  "body": {
   "name": "corp",
   "type": "ldap",
   "label": "Example",
   "ldap.urls": [
    "ldaps://dc1.example.org"
   ],
   "ldap.userBase": "ou=people,dc=example,dc=org"
  },
  "answer": {
   "code": 201,
   "success": true,
   "message": "Sign-in provider created",
   "data": {
    "name": "corp",
    "type": "ldap",
    "label": "Example",
    "disabled": "0",
    "order": "0",
    "createUsers": "1",
    "requireMapping": "0",
    "mapping": "",
    "ldap.urls": [
     "ldaps://dc1.example.org"
    ],
    "ldap.startTls": "0",
    "ldap.ca": "",
    "ldap.bindDn": "",
    "ldap.userBase": "ou=people,dc=example,dc=org",
    "ldap.userFilter": "(uid={username})",
    "ldap.userDn": "",
    "ldap.usernameAttribute": "uid",
    "ldap.realNameAttribute": "cn",
    "ldap.emailAttribute": "mail",
    "ldap.groupBase": "",
    "ldap.groupFilter": "(member={dn})",
    "ldap.nestedGroups": "none",
    "ldap.timeoutSeconds": "5",
    "ldap.cacheSeconds": "30",
    "comment": ""
   },
   "time": 0.004
  }
 },
 "getAdminBlocks": {
  "answer": {
   "code": 200,
   "success": true,
   "data": [],
   "time": 0.004
  }
 },
 "getAdminPermissions": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "groups": [
     {
      "id": "2",
      "name": "Operators"
     },
     {
      "id": "3",
      "name": "Guests"
     }
    ],
    "sections": [
     {
      "id": "1",
      "name": "Open",
      "masterSection": "0",
      "levels": [
       {
        "group": "3",
        "level": "3"
       }
      ]
     },
     {
      "id": "2",
      "name": "Target",
      "masterSection": "0",
      "levels": [
       {
        "group": "3",
        "level": "3"
       }
      ]
     }
    ]
   },
   "time": 0.004
  }
 },
 "patchAdminPermissionsSectionsById": {
  "body": {
   "group": "Operators",
   "level": 2
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "Permissions updated",
   "data": {
    "group": "2",
    "level": "2"
   },
   "time": 0.004
  }
 },
 "patchAdminPermissionsSubnetsById": {
  "body": {
   "group": "Operators",
   "level": 1
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "Permissions updated",
   "data": {
    "group": "2",
    "level": "1"
   },
   "time": 0.004
  }
 },
 "getAdminDns": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "enabled": false,
    "server": "",
    "waiting": "0",
    "failures": "0",
    "isReachable": null,
    "software": null,
    "zones": null,
    "problem": null
   },
   "time": 0.004
  }
 },
 "getAdminSettings": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "enforceUserPermissions": "1",
    "changeLogDays": "365",
    "uniqueVlanNumbers": "0",
    "vlanMax": "4096",
    "linkField": "custom_link",
    "defaults.sectionStrictMode": "0",
    "defaults.subnetScanAgent": "1",
    "defaults.subnetState": "2",
    "prefixFields.subnets": "custom_customer_type",
    "prefixFields.addresses": "custom_customer_address_type",
    "prefixFields.externalId": "csid",
    "webhooks.privateTargets": "0",
    "webhooks.keepDays": "30",
    "scan.enabled": "1",
    "scan.program": "auto",
    "scan.timeoutMilliseconds": "500",
    "scan.attempts": "2",
    "scan.packetsPerSecond": "500",
    "scan.intervalSeconds": "300",
    "scan.offlineAfterSeconds": "1800",
    "scan.onlineTag": "2",
    "scan.offlineTag": "1",
    "scan.discoveredTag": "2",
    "scan.discoveredDescription": "discovered by a scan",
    "dns.enabled": "0",
    "dns.server": "",
    "dns.serverId": "localhost",
    "dns.account": "hexipam",
    "dns.ttl": "3600",
    "dns.forwardZones": [],
    "dns.makeReverseZones": "1",
    "dns.nameservers": [],
    "dns.hostmaster": ""
   },
   "time": 0.004
  }
 },
 "patchAdminSettings": {
  "body": {
   "vlanMax": 4094
  },
  "answer": {
   "code": 200,
   "success": true,
   "message": "Settings updated",
   "data": {
    "enforceUserPermissions": "1",
    "changeLogDays": "365",
    "uniqueVlanNumbers": "0",
    "vlanMax": "4094",
    "linkField": "custom_link",
    "defaults.sectionStrictMode": "0",
    "defaults.subnetScanAgent": "1",
    "defaults.subnetState": "2",
    "prefixFields.subnets": "custom_customer_type",
    "prefixFields.addresses": "custom_customer_address_type",
    "prefixFields.externalId": "csid",
    "webhooks.privateTargets": "0",
    "webhooks.keepDays": "30",
    "scan.enabled": "1",
    "scan.program": "auto",
    "scan.timeoutMilliseconds": "500",
    "scan.attempts": "2",
    "scan.packetsPerSecond": "500",
    "scan.intervalSeconds": "300",
    "scan.offlineAfterSeconds": "1800",
    "scan.onlineTag": "2",
    "scan.offlineTag": "1",
    "scan.discoveredTag": "2",
    "scan.discoveredDescription": "discovered by a scan",
    "dns.enabled": "0",
    "dns.server": "",
    "dns.serverId": "localhost",
    "dns.account": "hexipam",
    "dns.ttl": "3600",
    "dns.forwardZones": [],
    "dns.makeReverseZones": "1",
    "dns.nameservers": [],
    "dns.hostmaster": ""
   },
   "time": 0.004
  }
 },
 "getAdminScans": {
  "answer": {
   "code": 200,
   "success": true,
   "data": {
    "enabled": true,
    "intervalSeconds": "300",
    "program": "fping",
    "problem": null,
    "total": "0",
    "networks": []
   },
   "time": 0.004
  }
 }
};
