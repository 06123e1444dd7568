# A network and two addresses. The provider takes its settings from the environment:
#   PHPIPAM_APP_ID=default PHPIPAM_ENDPOINT_ADDR=http://127.0.0.1:8080/api
#   PHPIPAM_USER_NAME=Admin PHPIPAM_PASSWORD=...
# Concurrent allocations never give two machines the same address.

terraform {
  required_providers {
    phpipam = {
      source  = "lord-kyron/phpipam"
      version = "~> 1.6"
    }
  }
}

provider "phpipam" {}

resource "phpipam_section" "machines" {
  name        = "Machines"
  strict_mode = true
}

resource "phpipam_subnet" "machines" {
  section_id     = phpipam_section.machines.section_id
  subnet_address = "10.50.0.0"
  subnet_mask    = 24
  description    = "Made by Terraform"
}

resource "phpipam_first_free_address" "machine" {
  count       = 2
  subnet_id   = phpipam_subnet.machines.subnet_id
  hostname    = "machine${count.index}.example.org"
  description = "Made by Terraform"
}

output "addresses" {
  value = sort(phpipam_first_free_address.machine[*].ip_address)
}
