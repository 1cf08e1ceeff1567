"""What readers of graph files share: `door` calls those of networkx, `xml_tree` makes ready what these read as XML,
`json_graphs` what we read as JSON; `places` knows where vertices stand in a picture."""
