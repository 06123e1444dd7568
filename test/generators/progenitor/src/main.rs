//! Signs in, lists in pages, takes an address with a key, writes in bulk and meets an error, with the generated client.
#[allow(warnings)]
mod hexipam {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}

use base64::Engine;
use hexipam::{types, Client};
use serde_json::{from_value, json};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use std::collections::HashMap;
use std::env::var;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn client_with(api: &str, name: &'static str, value: &str) -> Outcome<Client> {
    let mut headers = HeaderMap::new();
    headers.insert("api-stringify-results", HeaderValue::from_static("0"));
    headers.insert(HeaderName::from_static(name), HeaderValue::from_str(value)?);
    Ok(Client::new_with_client(api, reqwest::Client::builder().default_headers(headers).build()?))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let (api, password, name, network) = (var("API")?, var("PASSWORD")?, var("SECTION")?, var("NETWORK")?);
    let prefix = network.trim_end_matches('0');
    let basic = base64::engine::general_purpose::STANDARD.encode(format!("Admin:{password}"));
    let anonymous = client_with(&api, "authorization", &format!("Basic {basic}"))?;
    let signed_in = anonymous.sign_in().body(types::SignInBody::default()).send().await?.into_inner();
    let client = client_with(&api, "token", &signed_in.data.token)?;

    let body: types::CreateSectionBody = from_value(json!({ "name": name, "strictMode": true }))?;
    let section = client.create_section().body(body).send().await?.into_inner();
    let body: types::CreateSubnetBody = from_value(json!({ "sectionId": section.id, "subnet": network, "mask": 24 }))?;
    let subnet = client.create_subnet().body(body).send().await?.into_inner();
    let id = subnet.id.ok_or("no id")?.get();

    let items: Vec<_> = (1..=12)
        .map(|place| {
            json!({ "action": "create", "subnetId": id, "ip": format!("{prefix}{place}"), "hostname": format!("web{place}.example") })
        })
        .collect();
    let body: types::WriteAddressesBody = from_value(json!({ "items": items, "atomic": true }))?;
    let written = client.write_addresses().body(body).send().await?.into_inner();
    assert!(written.data.len() == 12 && written.data.iter().all(|item| item.status == 201));

    let web = HashMap::from([("filter[hostname][prefix]".to_string(), "web".to_string())]);
    let (mut count, mut after) = (0, None);
    loop {
        let mut request = client.list_subnet_addresses().id(id).limit(5).count(true).filter(web.clone());
        if let Some(cursor) = after {
            request = request.after(cursor);
        }
        let page = request.send().await?.into_inner();
        assert_eq!(page.total, Some(12));
        count += page.data.len();
        let Some(next) = page.next else { break };
        let url = reqwest::Url::parse(&api)?.join(&next)?;
        after = url.query_pairs().find(|(name, _)| name == "after").map(|(_, value)| value.into_owned());
    }
    assert_eq!(count, 12);

    let host: types::AllocateAddressBody = from_value(json!({ "hostname": "taken.example" }))?;
    let take = || {
        client
            .allocate_address()
            .subnet_id(id)
            .idempotency_key(name.clone())
            .body(host.clone())
            .send()
    };
    let (first, again) = (take().await?.into_inner(), take().await?.into_inner());
    assert_eq!(first.data, format!("{prefix}13"));
    assert_eq!(first.id, again.id);

    match client.get_address().id(999_999).send().await {
        Err(hexipam::Error::ErrorResponse(failure)) => assert_eq!(failure.message, "Invalid Id"),
        other => panic!("{other:?}"),
    }
    println!("signed in, listed 12 addresses in pages, took one with a key, wrote in bulk, met an error");
    Ok(())
}
