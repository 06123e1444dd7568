#!/usr/bin/env bash
# Allocates the next free network and two free addresses in a running service.
# Needs API (e.g. http://127.0.0.1:8080/api/default), API_USER and API_PASSWORD.
set -euo pipefail

# Prints the value of a member of an answer, which is one line of JSON.
member() { grep -o "\"$1\":\"\{0,1\}[^\",}]*" | head -n 1 | sed 's/.*:"\{0,1\}//'; }

# curl reads the password from standard input, because other users of the machine can see arguments.
token=$(printf 'user = "%s:%s"\n' "$API_USER" "$API_PASSWORD" | curl -sf -X POST --config - "$API/user/" | member token)
call() { local method=$1 path=$2; shift 2; printf 'header = "token: %s"\n' "$token" | curl -sf -X "$method" --config - "$@" "$API$path"; }

section=$(call POST /sections/ -d name="Branches $(date +%s)" -d strictMode=1 | member id)
root=$(call POST /subnets/ -d subnet=10.40.0.0 -d mask=16 -d sectionId="$section" -d description=Branches | member id)
branch=$(call POST "/subnets/$root/first_subnet/24/" -d description='First branch')
echo "network: $(member data <<<"$branch")"
subnet=$(member id <<<"$branch")
for host in router printer; do
  echo "$host: $(call POST "/addresses/first_free/$subnet/" -d hostname="$host" | member data)"
done
call DELETE "/user/" >/dev/null
